/* Runs digits on made-up images and prints its outputs: with its memory split over pools, in the
 * application's own arrays with guards around them, or (-DPLAIN) in one array. */
#include <string.h>

#include "digits.h"
#include "ports/port.h"

enum { kGuard = 0x5a, kGuardBytes = 16, kImages = 8 };

#ifdef PLAIN
static uint8_t sram[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = sram, .scratch_sram_bytes = sizeof sram};

static void prepare(void) { memset(sram, 0xa5, sizeof sram); }
static int guards_are_whole(void) { return 1; }
#else
static struct {
  uint8_t before[kGuardBytes], bytes[DIGITS_SCRATCH_TCM_BYTES], after[kGuardBytes];
} tcm NOOK_ALIGNED(DIGITS_SCRATCH_TCM_ALIGN) NOOK_SECTION(DIGITS_SCRATCH_TCM_SECTION);
static struct {
  uint8_t before[kGuardBytes], bytes[DIGITS_SCRATCH_BULK_BYTES], after[kGuardBytes];
} bulk NOOK_ALIGNED(DIGITS_SCRATCH_BULK_ALIGN) NOOK_SECTION(DIGITS_SCRATCH_BULK_SECTION);
static const digits_memory memory = {.scratch_tcm = tcm.bytes,
                                     .scratch_tcm_bytes = sizeof tcm.bytes,
                                     .scratch_bulk = bulk.bytes,
                                     .scratch_bulk_bytes = sizeof bulk.bytes};

static void prepare(void) {
  memset(&tcm, kGuard, sizeof tcm);
  memset(&bulk, kGuard, sizeof bulk);
  memset(tcm.bytes, 0xa5, sizeof tcm.bytes);
  memset(bulk.bytes, 0xa5, sizeof bulk.bytes);
}

static int whole(const uint8_t* guard) {
  for (int i = 0; i < kGuardBytes; ++i)
    if (guard[i] != kGuard) return 0;
  return 1;
}

static int guards_are_whole(void) {
  return whole(tcm.before) && whole(tcm.after) && whole(bulk.before) && whole(bulk.after);
}
#endif

static void print_byte(uint8_t value) {
  static const char digits[] = "0123456789abcdef";
  const char text[3] = {digits[value >> 4], digits[value & 15], 0};
  port_print(text);
}

int main(void) {
  static digits_input input;
  static digits_output output;
  uint32_t state = 1;
  port_init();
  for (int k = 0; k < kImages; ++k) {
    for (size_t i = 0; i < sizeof input; ++i) {
      state = state * 1664525u + 1013904223u;
      ((uint8_t*)&input)[i] = (uint8_t)(state >> 24);
    }
    prepare();
    const digits_inputs_ref in = {.image = input.image};
    const digits_outputs_ref out = {.scores = output.scores};
    if (digits_check(&memory, &in, &out, NULL) != NOOK_OK) return 1;
    if (digits_run(&memory, &input, &output) != NOOK_OK) return 2;
    if (!guards_are_whole()) return 3;
    for (size_t i = 0; i < sizeof output; ++i) print_byte(((const uint8_t*)&output)[i]);
    port_print("\n");
  }
  return 0;
}
