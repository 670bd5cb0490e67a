/* A complete application: reads one handwritten digit and returns it as exit status. Every byte that the
 * network uses is declared here or constant; there is no heap and nothing to initialize. */
#include <string.h>

#include "digits.h"

static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
/* const: lives in flash, cannot be overwritten. */
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

/* A six from models/digits/heldout: 0 is paper, 16 is ink. Replace this by a camera driver. */
static void read_pixels(int8_t* pixels) {
  static const int8_t kSix[8][8] = {
      {0, 0, 0, 13, 3, 0, 0, 0},   {0, 0, 6, 15, 0, 0, 0, 0},    {0, 0, 12, 7, 0, 0, 0, 0},
      {0, 0, 16, 10, 7, 1, 0, 0},  {0, 6, 16, 12, 13, 16, 6, 0}, {0, 0, 16, 4, 0, 6, 12, 0},
      {0, 0, 12, 10, 2, 11, 9, 0}, {0, 0, 1, 13, 16, 15, 3, 0},
  };
  memcpy(pixels, kSix, sizeof kSix);
}

static int argmax(const int8_t* scores, int count) {
  int best = 0;
  for (int i = 1; i < count; ++i)
    if (scores[i] > scores[best]) best = i;
  return best;
}

int main(void) {
  static digits_input in;
  static digits_output out;
  read_pixels(in.image);
  if (digits_run(&memory, &in, &out) != NOOK_OK) return 100;
  return argmax(out.scores, DIGITS_OUTPUT_SCORES_COUNT);
}
