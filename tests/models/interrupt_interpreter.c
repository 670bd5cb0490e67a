/* Two interpreters of one model at once, each with its own memory: one in the foreground, the other in the
 * handler of the SysTick timer, which, like the foreground, sometimes also constructs its interpreter again.
 * Each must compute the same results as alone. */
#include <string.h>

#include "nook/interpreter.h"
#include "ports/port.h"
#include "tests/models/systick.h"

enum { kRuns = 12, kArena = 16384, kInput = 64, kOutput = 10 };

extern const unsigned char digits_model[];
extern const unsigned digits_model_bytes;
extern const nook_resolver digits_resolver;

typedef struct Instance {
  nook_interpreter net;
  uint8_t arena[kArena] NOOK_ALIGNED(16);
  int8_t in[kInput], alone[kOutput];
} Instance;
static Instance front, back;

static int make(Instance* i) {
  static const nook_interpreter_options options = {
      &nook_greedy_planner, nook_check_model, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0};
  const nook_buffer arena = {i->arena, sizeof i->arena};
  memset(i->arena, 0x5A, sizeof i->arena);
  return nook_interpreter_init_in_arena(&i->net, digits_model, digits_model_bytes, &digits_resolver, &options,
                                        arena, NULL, NULL) == NOOK_OK;
}

static const void* answer(Instance* i) {
  memcpy(nook_interpreter_input(&i->net, 0), i->in, sizeof i->in);
  (void)nook_interpreter_invoke(&i->net);
  return nook_interpreter_output(&i->net, 0);
}

static int is_right(Instance* i, int anew) {
  return (!anew || make(i)) && memcmp(answer(i), i->alone, sizeof i->alone) == 0;
}

static void on_tick(void) {
  SYSTICK_CONTROL = 0;
  ++interrupts;
  if (!is_right(&back, interrupts % 4 == 0)) ++wrong;
  wind_up(100, 6000);
}

static int find_alone(Instance* i) {
  for (size_t k = 0; k < sizeof i->in; ++k) i->in[k] = (int8_t)(next() >> 24);
  if (!make(i)) return 0;
  memcpy(i->alone, answer(i), sizeof i->alone);
  return 1;
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  if (!find_alone(&front) || !find_alone(&back)) return 2;
  if (memcmp(front.alone, back.alone, sizeof front.alone) == 0) return 3;
  take_vectors(on_tick);
  wind_up(100, 6000);
  int right = 1;
  for (int run = 0; right && run < kRuns; ++run) right = is_right(&front, run % 3 == 0);
  SYSTICK_CONTROL = 0;
  port_print(right ? "" : "the foreground is wrong\n");
  port_print(wrong ? "the handler is wrong\n" : "");
  port_print(interrupts < 2 * kRuns ? "there were too few interrupts\n" : "");
  return !right || wrong || interrupts < 2 * kRuns;
}
