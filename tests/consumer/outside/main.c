/* Two networks that share one scratch. */
#include <stdio.h>

#include "digits.h"
#include "wave.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
static uint8_t scratch[MAX(DIGITS_SCRATCH_SRAM_BYTES, WAVE_SCRATCH_SRAM_BYTES)] NOOK_ALIGNED(16);
static const digits_memory digits = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
static const wave_memory wave = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

int main(void) {
  static digits_input in;
  static digits_output out;
  static wave_output y;
  if (digits_run(&digits, &in, &out) != NOOK_OK) return 1;
  if (wave_run(&wave, NULL, &y) != NOOK_OK) return 2;
  printf("digits %d macs, wave %d macs\n", (int)DIGITS_MACS, (int)WAVE_MACS);
  return 0;
}
