/* Two models at once: one in the foreground, as a whole and row by row, and another in the handler of the
 * SysTick timer, together with the first in separate memory. Each must compute the same results as alone. */
#include <string.h>

#include "digits.h"
#include "digits_float.h"
#include "ports/port.h"
#include "tests/models/systick.h"

enum { kRuns = 24 };

/* A model with its own memory, its input and the expected output. */
#define INSTANCE(model, MODEL, name)                                                                  \
  static uint8_t name##_scratch[MODEL##_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(MODEL##_SCRATCH_SRAM_ALIGN); \
  static const model##_memory name##_memory = {.scratch_sram = name##_scratch,                        \
                                               .scratch_sram_bytes = sizeof name##_scratch};          \
  static model##_input name##_in;                                                                     \
  static model##_output name##_out, name##_alone;                                                     \
  static int name##_is_right(void) {                                                                  \
    memset(&name##_out, 0x5A, sizeof name##_out);                                                     \
    return model##_run(&name##_memory, &name##_in, &name##_out) == NOOK_OK &&                         \
           memcmp(&name##_out, &name##_alone, sizeof name##_out) == 0;                                \
  }
INSTANCE(digits, DIGITS, front)
INSTANCE(digits, DIGITS, back)
INSTANCE(digits_float, DIGITS_FLOAT, other)

static void on_tick(void) {
  SYSTICK_CONTROL = 0;
  ++interrupts;
  if (!(interrupts % 8 ? back_is_right() : other_is_right())) ++wrong;
  wind_up(20, 800);
}

static int stream_is_right(void) {
  memset(&front_out, 0x5A, sizeof front_out);
  if (digits_begin(&front_memory) != NOOK_OK) return 0;
  const char* rows = (const char*)&front_in;
  for (int32_t y = 0; y < DIGITS_INPUT_IMAGE_ROWS; ++y, rows += DIGITS_INPUT_IMAGE_ROW_BYTES)
    if (digits_push_rows(&front_memory, rows, 1) != NOOK_OK) return 0;
  return digits_finish(&front_memory, &front_out) == NOOK_OK &&
         memcmp(&front_out, &front_alone, sizeof front_out) == 0;
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  uint8_t* bytes = (uint8_t*)&front_in;
  for (size_t i = 0; i < sizeof front_in; ++i) bytes[i] = (uint8_t)(next() >> 24);
  back_in = front_in;
  ((uint8_t*)&back_in)[0] ^= 0x40;
  for (size_t i = 0; i < DIGITS_FLOAT_INPUT_IMAGE_COUNT; ++i) other_in.image[i] = (float)(next() >> 28);
  if (digits_run(&front_memory, &front_in, &front_alone) != NOOK_OK) return 2;
  if (digits_run(&back_memory, &back_in, &back_alone) != NOOK_OK) return 2;
  if (digits_float_run(&other_memory, &other_in, &other_alone) != NOOK_OK) return 2;
  take_vectors(on_tick);
  wind_up(20, 800);
  int right = 1;
  for (int run = 0; right && run < kRuns; ++run) right = run % 2 ? front_is_right() : stream_is_right();
  SYSTICK_CONTROL = 0;
  port_print(right ? "" : "the foreground is wrong\n");
  port_print(wrong ? "the handler is wrong\n" : "");
  port_print(interrupts < 2 * kRuns ? "there were too few interrupts\n" : "");
  return !right || wrong || interrupts < 2 * kRuns;
}
