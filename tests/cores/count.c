/* Counts the instructions of a run: on one core, of the first of two cores, of the second. The signals do
 * nothing, so the second core computes with any bytes: the number of instructions does not depend on them.
 * Only the addresses of the buffers, which the first core leaves in the scratch, must be right. */
#include <string.h>

#include "nook/cores.h"
#include "one.h"
#include "ports/port.h"
#include "two.h"

static uint8_t scratch1[ONE_SCRATCH_SRAM_BYTES + 64] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static uint8_t scratch2[TWO_SCRATCH_SRAM_BYTES + 64] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static one_input in NOOK_SECTION(".nook_scratch");
static one_output out NOOK_SECTION(".nook_scratch");
static two_output out2 NOOK_SECTION(".nook_scratch");

static uint8_t begun[sizeof scratch2] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static int keeps; /* the scratch at the first signal */

void nook_signal(int core) {
  (void)core;
  if (keeps) memcpy(begun, scratch2, sizeof begun), keeps = 0;
}
void nook_wait(int core) { (void)core; }

int main(void) {
  const one_memory memory1 = {.scratch_sram = scratch1};
  const two_memory memory2 = {.scratch_sram = scratch2}, memory_begun = {.scratch_sram = begun};
  unsigned char* const bytes = (unsigned char*)&in;
  uint32_t draw = 1;
  for (size_t k = 0; k < sizeof in; ++k) {
    draw = draw * 1664525u + 1013904223u;
    bytes[k] = (unsigned char)(draw >> 24);
  }
  keeps = 1;
  if (two_run(&memory2, (const two_input*)(const void*)&in, &out2) != NOOK_OK) return 1;
  port_mark(0);
  const nook_status first = one_run(&memory1, &in, &out);
  port_mark(1);
  const nook_status second = two_run(&memory2, (const two_input*)(const void*)&in, &out2);
  port_mark(2);
  two_core1(&memory_begun);
  port_mark(3);
  return first != NOOK_OK || second != NOOK_OK;
}
