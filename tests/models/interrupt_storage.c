/* Weights in storage: the handler of the SysTick timer moves them, as a DMA would, while the run computes.
 * The outputs equal the ordinary program's, reads follow each other in the file, and each but the first
 * moves while the operator before it computes. */
#include <string.h>

#include "own.h"
#include "ports/port.h"
#include "stored.h"
#include "tests/models/systick.h"

enum { kRuns = 2, kLine = 64 };

extern const uint8_t weights[STORED_WEIGHTS_FILE_BYTES];

static uint8_t own_scratch[OWN_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(OWN_SCRATCH_SRAM_ALIGN);
static uint8_t scratch[STORED_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(STORED_SCRATCH_SRAM_ALIGN);
static uint8_t staging[STORED_SCRATCH_STAGING_BYTES] NOOK_ALIGNED(STORED_SCRATCH_STAGING_ALIGN);

/* The read that is under way, what moved outside of wait(), and the reads of which a part did. */
static volatile uint32_t left, beside, all;
static volatile int waits;
static const uint8_t* from;
static uint8_t* to;
static uint32_t expected, begun, ended, reads_beside, before;

static void on_tick(void) {
  const uint32_t bytes = left < kLine ? left : kLine;
  SYSTICK_CONTROL = 0;
  ++interrupts;
  memcpy(to, from, bytes);
  from += bytes, to += bytes, left -= bytes, all += bytes;
  if (!waits) beside += bytes;
  if (left > 0) wind_up(1, 2);
}

static int begin(void* user, uint32_t offset, uint32_t bytes, void* destination) {
  const uint32_t at = (uint32_t)((uint8_t*)destination - staging);
  (void)user;
  if (begun != ended || offset != expected || at > sizeof staging || bytes > sizeof staging - at)
    return ++wrong, 1;
  memset(destination, 0x5A, bytes);
  from = weights + offset, to = destination, left = bytes, expected = offset + bytes;
  before = beside, ++begun;
  wind_up(1, 2);
  return 0;
}

static int wait(void* user) {
  (void)user;
  if (beside > before) ++reads_beside;
  waits = 1;
  while (left > 0) {
  }
  waits = 0, ++ended;
  return 0;
}

int main(int argc, char** argv) {
  static own_input in;
  static own_output right;
  static stored_output out;
  const nook_storage storage = {begin, wait, NULL};
  const own_memory own = {.scratch_sram = own_scratch, .scratch_sram_bytes = sizeof own_scratch};
  const stored_memory memory = {.scratch_sram = scratch,
                                .scratch_sram_bytes = sizeof scratch,
                                .scratch_staging = staging,
                                .scratch_staging_bytes = sizeof staging,
                                .storage = &storage};
  (void)argc, (void)argv;
  take_vectors(on_tick);
  if (stored_check_weights(&memory, NULL) != NOOK_OK || expected != STORED_WEIGHTS_FILE_BYTES) return 2;
  for (int run = 0; run < kRuns; ++run) {
    for (size_t i = 0; i < sizeof in; ++i) ((uint8_t*)&in)[i] = (uint8_t)(next() >> 24);
    if (own_run(&own, &in, &right) != NOOK_OK) return 3;
    memset(&out, 0x5A, sizeof out);
    begun = ended = expected = reads_beside = 0, beside = all = interrupts = 0;
    expected = STORED_WEIGHTS_HEADER_BYTES;
    if (stored_run(&memory, (const stored_input*)&in, &out) != NOOK_OK) return 4;
    port_print(memcmp(&out, &right, sizeof out) == 0 ? "" : "the outputs differ\n");
    const int whole = ended == STORED_WEIGHTS_READS && expected == STORED_WEIGHTS_FILE_BYTES;
    port_print(whole && !wrong ? "" : "the reads do not follow each other\n");
    port_print(reads_beside + 1 >= STORED_WEIGHTS_READS ? "" : "a read waits for its operator\n");
    port_print(beside > all / 2 ? "" : "less than half moves beside the operators\n");
  }
  return 0;
}
