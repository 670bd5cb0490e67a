/* Reads one handwritten digit on two cores and returns it as exit status. */
#include <string.h>

#include "digits.h"
#include "second_core.h"

static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

/* A six from models/digits/heldout: 0 is paper, 16 is ink. */
static void read_pixels(int8_t* pixels) {
  static const int8_t kSix[8][8] = {
      {0, 0, 0, 13, 3, 0, 0, 0},   {0, 0, 6, 15, 0, 0, 0, 0},    {0, 0, 12, 7, 0, 0, 0, 0},
      {0, 0, 16, 10, 7, 1, 0, 0},  {0, 6, 16, 12, 13, 16, 6, 0}, {0, 0, 16, 4, 0, 6, 12, 0},
      {0, 0, 12, 10, 2, 11, 9, 0}, {0, 0, 1, 13, 16, 15, 3, 0},
  };
  memcpy(pixels, kSix, sizeof kSix);
}

/* Waits until digits_run() begins on the first core, and does half of its work. */
static void share_a_run(void) { digits_core1(&memory); }

int main(void) {
  static digits_input in;
  static digits_output out;
  start_second_core(share_a_run);
  read_pixels(in.image);
  for (int run = 0; run < 10; ++run)
    if (digits_run(&memory, &in, &out) != NOOK_OK) return 100;
  int best = 0;
  for (int i = 1; i < DIGITS_OUTPUT_SCORES_COUNT; ++i)
    if (out.scores[i] > out.scores[best]) best = i;
  return best;
}
