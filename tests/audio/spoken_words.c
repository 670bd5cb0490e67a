/* A microphone's samples in, a word out: the published audio preprocessor and the published keyword network,
 * both compiled, run alternately in one scratch. The preprocessor keeps its noise estimate from frame to
 * frame. Features and scores equal TensorFlow Lite Micro's, byte for byte.
 *
 *   spoken_words FOLDER...   with audio_int16.bin (one second at 16 kHz), features_int8.bin and output0.bin
 */
#include <stdio.h>
#include <string.h>

#include "audio.h"
#include "words.h"

enum { kSamples = 16000, kHop = 320, kRows = 49, kBands = AUDIO_OUTPUT_OUTPUT_0_COUNT };
enum { kFeatures = kRows * kBands, kScores = WORDS_OUTPUT_LABELS_SOFTMAX_COUNT };
NOOK_STATIC_ASSERT(kFeatures == WORDS_INPUT_RESHAPE_1_COUNT, features_of_a_second);

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
static uint8_t scratch[LARGER(AUDIO_SCRATCH_SRAM_BYTES, WORDS_SCRATCH_SRAM_BYTES)] NOOK_ALIGNED(16);
static uint8_t kept[AUDIO_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(16);

static const audio_memory audio_in = {scratch, sizeof scratch, kept, sizeof kept};
static const words_memory words_in = {scratch, sizeof scratch};

static int16_t samples[kSamples];
static int8_t features[kFeatures], expected_features[kFeatures], scores[kScores], expected_scores[kScores];

static int read_all(const char* folder, const char* name, void* to, size_t bytes) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* const file = fopen(path, "rb");
  if (!file) return 0;
  const size_t got = fread(to, 1, bytes, file);
  fclose(file);
  return got == bytes;
}

/* Each feature row is written where the network reads it. */
static void hear(void) {
  audio_reset(&audio_in);
  for (int row = 0; row < kRows; ++row) {
    const audio_inputs_ref frame = {samples + row * kHop};
    const audio_outputs_ref bands = {features + row * kBands};
    memset(scratch, 0xA5, sizeof scratch); /* leftovers of the other model are meaningless */
    audio_run_ref(&audio_in, &frame, &bands);
  }
  const words_inputs_ref second = {features};
  const words_outputs_ref said = {scores};
  words_run_ref(&words_in, &second, &said);
}

int main(int count, char** folders) {
  static const char* const kLabels[] = {"silence", "unknown", "yes", "no"};
  int wrong = count < 2;
  for (int i = 1; i < count; ++i) {
    if (!read_all(folders[i], "audio_int16.bin", samples, sizeof samples) ||
        !read_all(folders[i], "features_int8.bin", expected_features, sizeof expected_features) ||
        !read_all(folders[i], "output0.bin", expected_scores, sizeof expected_scores))
      return printf("%s: no sample\n", folders[i]), 1;
    hear();
    int best = 0;
    for (int k = 1; k < kScores; ++k)
      if (scores[k] > scores[best]) best = k;
    const int same = memcmp(features, expected_features, sizeof features) == 0 &&
                     memcmp(scores, expected_scores, sizeof scores) == 0;
    printf("%s: %s%s\n", folders[i], kLabels[best], same ? "" : ", not as expected");
    wrong += !same;
  }
  printf("scratch %u bytes, kept %u\n", (unsigned)sizeof scratch, (unsigned)sizeof kept);
  return wrong != 0;
}
