/* A window that moves in the handler of the SysTick timer, while another window of the same network and
 * another network are in the foreground. Each must compute the same results as alone. */
#include <string.h>

#include "digits.h"
#include "ports/port.h"
#include "tests/models/systick.h"
#include "words.h"

enum { kRuns = 45, kHops = 30, kFirst = (WORDS_WINDOW_FRAMES + WORDS_HOP_FRAMES - 1) / WORDS_HOP_FRAMES };

/* A window of its own, the next hop, and the outputs that its hops have alone. */
typedef struct listener {
  words_memory memory;
  uint32_t seed;
  int hop;
  words_input frames;
  words_output out, alone[kHops];
} listener;

#define MEMORY(name)                                                                              \
  static uint8_t name##_scratch[WORDS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(WORDS_SCRATCH_SRAM_ALIGN); \
  static uint8_t name##_kept[WORDS_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(WORDS_PERSISTENT_SRAM_ALIGN)
MEMORY(front);
MEMORY(back);
static listener front = {.memory = {.scratch_sram = front_scratch,
                                    .scratch_sram_bytes = sizeof front_scratch,
                                    .persistent_sram = front_kept,
                                    .persistent_sram_bytes = sizeof front_kept},
                         .seed = 1};
static listener back = {.memory = {.scratch_sram = back_scratch,
                                   .scratch_sram_bytes = sizeof back_scratch,
                                   .persistent_sram = back_kept,
                                   .persistent_sram_bytes = sizeof back_kept},
                        .seed = 2};

static uint8_t digits_scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory digits_own = {.scratch_sram = digits_scratch,
                                         .scratch_sram_bytes = sizeof digits_scratch};
static digits_input image;
static digits_output digit, digit_alone;

static nook_status push(listener* l) {
  uint32_t random = l->seed * 2654435761u + (uint32_t)l->hop * 40503u;
  uint8_t* const bytes = (uint8_t*)&l->frames;
  for (size_t i = 0; i < sizeof l->frames; ++i, random = random * 1664525u + 1013904223u)
    bytes[i] = (uint8_t)(random >> 24);
  memset(&l->out, 0x5A, sizeof l->out);
  return words_push(&l->memory, &l->frames, &l->out);
}

static int starts(listener* l) {
  l->hop = 0;
  return words_reset(&l->memory) == NOOK_OK;
}

/* Pushes all hops, and notes their outputs. */
static int is_noted(listener* l) {
  if (!starts(l)) return 0;
  for (; l->hop < kHops; ++l->hop) {
    if (push(l) != (l->hop + 1 < kFirst ? NOOK_NOT_READY : NOOK_OK)) return 0;
    l->alone[l->hop] = l->out;
  }
  return starts(l);
}

/* Pushes the next hop; after the last one, the window starts again. */
static int is_right(listener* l) {
  if (l->hop == kHops && !starts(l)) return 0;
  const int waits = l->hop + 1 < kFirst;
  if (push(l) != (waits ? NOOK_NOT_READY : NOOK_OK)) return 0;
  return memcmp(&l->out, &l->alone[l->hop++], sizeof l->out) == 0;
}

static int digit_is_right(void) {
  memset(&digit, 0x5A, sizeof digit);
  return digits_run(&digits_own, &image, &digit) == NOOK_OK &&
         memcmp(&digit, &digit_alone, sizeof digit) == 0;
}

static void on_tick(void) {
  SYSTICK_CONTROL = 0;
  ++interrupts;
  if (!is_right(&back)) ++wrong;
  wind_up(50, 5000);
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  uint8_t* bytes = (uint8_t*)&image;
  for (size_t i = 0; i < sizeof image; ++i) bytes[i] = (uint8_t)(next() >> 24);
  if (digits_run(&digits_own, &image, &digit_alone) != NOOK_OK || !is_noted(&front) || !is_noted(&back))
    return 2;
  take_vectors(on_tick);
  wind_up(50, 5000);
  int right = 1;
  for (int run = 0; right && run < kRuns; ++run) right = is_right(&front) && digit_is_right();
  SYSTICK_CONTROL = 0;
  port_print(right ? "" : "the foreground is wrong\n");
  port_print(wrong ? "the handler is wrong\n" : "");
  port_print(interrupts < kHops ? "there were too few interrupts\n" : "");
  return !right || wrong || interrupts < kHops;
}
