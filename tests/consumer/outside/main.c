/* Two networks that share one scratch, and a third whose constants come from a file and from an array. */
#include <stdio.h>
#include <string.h>

#include "carried.h"
#include "digits.h"
#include "loaded.h"
#include "wave.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
static uint8_t scratch[MAX(DIGITS_SCRATCH_SRAM_BYTES, WAVE_SCRATCH_SRAM_BYTES)] NOOK_ALIGNED(16);
static const digits_memory digits = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
static const wave_memory wave = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};

static uint8_t loaded_scratch[LOADED_SCRATCH_SRAM_BYTES + 1] NOOK_ALIGNED(LOADED_SCRATCH_SRAM_ALIGN);
static uint8_t constants[LOADED_CONSTANT_FLASH_BYTES + 1] NOOK_ALIGNED(LOADED_CONSTANT_FLASH_ALIGN);

static int same_wherever_constants_are(void) {
  static loaded_input x;
  static loaded_output y;
  static carried_output z;
  const loaded_memory loaded = {.scratch_sram = loaded_scratch, .constant_flash = constants};
  const carried_memory carried = {.scratch_sram = loaded_scratch,
                                  .constant_flash = carried_constant_flash_data};
  FILE* const file = fopen(CONSTANTS, "rb");
  if (!file || fread(constants, 1, sizeof constants, file) != LOADED_CONSTANT_FLASH_BYTES) return 0;
  fclose(file);
  memset(&x, 20, sizeof x);
  return loaded_check_constants(&loaded, NULL) == NOOK_OK && loaded_run(&loaded, &x, &y) == NOOK_OK &&
         carried_run(&carried, (const carried_input*)(const void*)&x, &z) == NOOK_OK &&
         memcmp(&y, &z, sizeof y) == 0;
}

int main(void) {
  static digits_input in;
  static digits_output out;
  static wave_output y;
  if (digits_run(&digits, &in, &out) != NOOK_OK) return 1;
  if (wave_run(&wave, NULL, &y) != NOOK_OK) return 2;
  if (!same_wherever_constants_are()) return 3;
  printf("digits %d macs, wave %d macs\n", (int)DIGITS_MACS, (int)WAVE_MACS);
  return 0;
}
