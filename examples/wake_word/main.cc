// Waits for a wake word in a recording as if it came from a microphone: every 10 ms a network of signal
// operators makes a row of features from the last 30 ms of sound, and every 30 ms a second network, which
// remembers earlier rows, says how probable the word is. Both are compiled, and share the scratch.
//
//   wake_word FILE.wav
#include <stdio.h>
#include <string.h>

#include "examples/microphone/wav.h"
#include "examples/wake_word/detector.h"
#include "frontend.h"
#include "nook/nook.h"
#include "ports/port.h"
#include "wake.h"

namespace {

constexpr uint32_t kRate = 16000, kHop = 160, kWindow = FRONTEND_INPUT_SOUND_COUNT;
constexpr uint32_t kBands = FRONTEND_OUTPUT_FEATURES_COUNT, kRows = WAKE_INPUT_FEATURES_COUNT / kBands;
constexpr size_t kMostSeconds = 8;
constexpr size_t kScratch = FRONTEND_SCRATCH_SRAM_BYTES > WAKE_SCRATCH_SRAM_BYTES
                                ? FRONTEND_SCRATCH_SRAM_BYTES
                                : WAKE_SCRATCH_SRAM_BYTES;

// Free for other work between two calls.
alignas(16) uint8_t scratch[kScratch];
alignas(16) uint8_t noise[FRONTEND_PERSISTENT_SRAM_BYTES];
alignas(16) uint8_t earlier_rows[WAKE_PERSISTENT_SRAM_BYTES];
constexpr frontend_memory kFrontend = {scratch, sizeof scratch, noise, sizeof noise};
constexpr wake_memory kWake = {scratch, sizeof scratch, earlier_rows, sizeof earlier_rows};

wake_input rows;
alignas(4) uint8_t file[44 + kMostSeconds * kRate * 2] NOOK_SECTION(".nook_scratch");

// One hop of sound ends at `window` + kWindow; returns true if there is an answer.
bool step(const int16_t* window, uint32_t hop, wake_output* answer, bool* failed) {
  const frontend_inputs_ref sound = {window};
  const frontend_outputs_ref features = {rows.features + hop % kRows * kBands};
  *failed = frontend_run_ref(&kFrontend, &sound, &features) != NOOK_OK;
  if (*failed || (hop + 1) % kRows != 0) return false;
  *failed = wake_run(&kWake, &rows, answer) != NOOK_OK;
  return !*failed;
}

int listen(const Recording& recording) {
  if (frontend_reset(&kFrontend) != NOOK_OK || wake_reset(&kWake) != NOOK_OK) return 1;
  Detector detector;
  uint32_t busy = 0, words = 0, hop = 0;
  for (; hop * kHop + kWindow <= recording.count; ++hop) {
    wake_output answer;
    bool failed = false;
    const uint32_t begin = port_clock();
    const bool answered = step(recording.samples + hop * kHop, hop, &answer, &failed);
    busy += port_clock() - begin;
    if (failed) return printf("wake_word: a network could not run\n"), 1;
    if (!answered || !detector.heard(answer.probability[0])) continue;
    const unsigned tens = static_cast<unsigned>(hop * kHop + kWindow) * 100 / kRate;
    printf("%u.%02u s: heard\n", tens / 100, tens % 100), ++words;
  }
  const double seconds = static_cast<double>(hop) * kHop / kRate;
  printf("%u words in %.1f s; busy for %.2f %% of the time\n", static_cast<unsigned>(words), seconds,
         100.0 * busy / port_clock_hz() / seconds);
  printf("scratch %u bytes, free between two calls; kept %u and %u bytes\n", unsigned{sizeof scratch},
         unsigned{sizeof noise}, unsigned{sizeof earlier_rows});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  port_init();
  if (argc != 2) return printf("usage: wake_word FILE.wav\n"), 2;
  const int32_t bytes = port_file_read(argv[1], file, sizeof file);
  if (bytes < 0) return printf("wake_word: %s can't be read\n", argv[1]), 4;
  const size_t read = static_cast<size_t>(bytes) < sizeof file ? static_cast<size_t>(bytes) : sizeof file;
  const Recording recording = open_wav(file, read, kRate);
  if (recording.error) return printf("wake_word: %s: %s\n", argv[1], recording.error), 4;
  return listen(recording);
}
