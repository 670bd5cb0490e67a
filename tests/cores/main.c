/* Runs a model on one core and on two, and compares all bytes: main RUNS SEED [CORE WAIT], the fault to
 * plant. */
#include <stdlib.h>
#include <string.h>

#include "cores.h"
#include "one.h"
#include "ports/port.h"
#include "two.h"

static uint8_t scratch1[ONE_SCRATCH_SRAM_BYTES + 64] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static uint8_t scratch2[TWO_SCRATCH_SRAM_BYTES + 64] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static one_input in NOOK_SECTION(".nook_scratch");
static one_output expected NOOK_SECTION(".nook_scratch");
static two_output found NOOK_SECTION(".nook_scratch");
#if ONE_PERSISTENT_SRAM_BYTES > 0 /* hops */
static uint8_t kept1[ONE_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static uint8_t kept2[TWO_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(64) NOOK_SECTION(".nook_scratch");
static const one_memory memory1 = {.scratch_sram = scratch1, .persistent_sram = kept1};
static const two_memory memory2 = {.scratch_sram = scratch2, .persistent_sram = kept2};
enum { kRunsOfInput = 1 };
static int reset(void) { return one_reset(&memory1) == NOOK_OK && two_reset(&memory2) == NOOK_OK; }
#else
static const one_memory memory1 = {.scratch_sram = scratch1};
static const two_memory memory2 = {.scratch_sram = scratch2};
enum { kRunsOfInput = 8 };
static int reset(void) { return 1; }
#endif

static void second(void) { two_core1(&memory2); }

static uint32_t number(const char* text) {
  uint32_t n = 0;
  while (*text >= '0' && *text <= '9') n = n * 10 + (uint32_t)(*text++ - '0');
  return n;
}

int main(int argc, char** argv) {
  const uint32_t runs = argc > 1 ? number(argv[1]) : 1, seed = argc > 2 ? number(argv[2]) : 1;
  uint32_t draw = seed;
  skip_wait(-1, -1);
  if (argc > 4) skip_wait((int)number(argv[3]), (int)number(argv[4]));
  if (!reset()) return 4;
  start_core1(second);
  nook_status status = NOOK_OK;
  uint32_t compared = 0;
  for (uint32_t i = 0; i < runs; ++i) {
    if (i % kRunsOfInput == 0) {
      unsigned char* const bytes = (unsigned char*)&in;
#ifdef FLOAT_INPUT
      for (size_t k = 0; k + 4 <= sizeof in; k += 4) {
        draw = draw * 1664525u + 1013904223u;
        const float value = (float)(int32_t)(draw >> 8) / 8388608.0f - 1.0f;
        memcpy(bytes + k, &value, 4);
      }
#else
      for (size_t k = 0; k < sizeof in; ++k) {
        draw = draw * 1664525u + 1013904223u;
        bytes[k] = (unsigned char)(draw >> 24);
      }
#endif
      status = one_run(&memory1, &in, &expected);
      if (status != NOOK_OK && status != NOOK_NOT_READY) return 2;
    }
    memset(&found, 0x55, sizeof found);
    set_delays(seed + i * 2654435761u);
    begin_run();
#ifdef STREAM
    const unsigned char* const rows = (const unsigned char*)&in;
    if (i % 2 == 0) { /* in pushes; else by two_run() */
      if (two_begin(&memory2) != NOOK_OK) return 5;
      for (size_t at = 0; at < sizeof in; at += sizeof in / STREAM_ROWS)
        if (two_push_rows(&memory2, rows + at, 1) != NOOK_OK) return 6;
      if (two_finish(&memory2, &found) != NOOK_OK) return 7;
    } else
#endif
        if (two_run(&memory2, (const two_input*)(const void*)&in, &found) != status)
      return 3;
#ifdef THIRD_PARTY
    lend(scratch2, sizeof scratch2); /* it is free between two runs */
#endif
    if (status != NOOK_OK) continue; /* the first window is not full */
    ++compared;
    if (memcmp(&found, &expected, sizeof found) != 0) {
      port_print("bytes differ\n");
      return 1;
    }
  }
#ifdef THIRD_PARTY
  if (!is_intact(runs)) {
    port_print("the third party's memory has changed\n");
    return 1;
  }
#endif
  port_print(compared > 0 ? "equal\n" : "nothing was compared\n");
  return compared == 0;
}
