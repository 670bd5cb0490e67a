/* Runs a keyword spotter that reads its weights from a file into 8 KiB of RAM. */
#include "flash.h"
#include "words.h"

static uint8_t scratch[WORDS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(WORDS_SCRATCH_SRAM_ALIGN);
static uint8_t staging[WORDS_SCRATCH_STAGING_BYTES] NOOK_ALIGNED(WORDS_SCRATCH_STAGING_ALIGN);

int main(void) {
  static words_input input;
  static words_output output;
  flash chip = {.file = fopen(WEIGHTS, "rb")};
  if (!chip.file) return 1;
  const nook_storage storage = {flash_begin, flash_wait, &chip};
  const words_memory memory = {.scratch_sram = scratch,
                               .scratch_sram_bytes = sizeof scratch,
                               .scratch_staging = staging,
                               .scratch_staging_bytes = sizeof staging,
                               .storage = &storage};
  nook_fault fault;
  if (words_open_weights(&memory, &fault) != NOOK_OK) {
    printf("%s: another %s\n", fault.name, fault.operator_);
    return 2;
  }
  chip.bytes = 0;
  if (words_run(&memory, &input, &output) != NOOK_OK) return 3;
  printf("%u bytes of weights through %u bytes of staging\n", (unsigned)chip.bytes, (unsigned)sizeof staging);
  fclose(chip.file);
  return chip.bytes == WORDS_WEIGHTS_FILE_BYTES - WORDS_WEIGHTS_HEADER_BYTES ? 0 : 4;
}
