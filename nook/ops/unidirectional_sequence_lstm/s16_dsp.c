#include <stdint.h>

typedef int16_t lstm_element;
/* nook_rescale_s64() for a 32-bit sum: the upper half of the multiplier in the upper half of a word, half of
 * the unit of the last bit that remains of the product's high word, and the remaining shift. */
typedef struct gate_scale {
  int32_t multiplier, half, right;
} gate_scale;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_dsp.h"

static inline void unpack(const int16_t* x, int32_t count, uint32_t* to) {
  nook_unpack_s16_for_sums_dsp(x, count, to);
}

static inline gate_scale scale_of(int32_t multiplier, int32_t shift) {
  const int32_t upper = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
  const int32_t right = -1 - shift;
  return (gate_scale){(int32_t)((uint32_t)upper << 16), (int32_t)1 << (right - 1), right};
}

static inline int32_t rescaled(gate_scale scale, uint32_t sum) {
  int32_t product;
  __asm("smmla %0, %1, %2, %3" : "=r"(product) : "r"(sum), "r"(scale.multiplier), "r"(scale.half));
  return nook_lstm_clamp(product >> scale.right);
}

void nook_unidirectional_sequence_lstm_s16_dsp(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                   lstm_element, int8_t, void, int16_t)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;
  (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_steps(p, x, w_input, hidden, cell, y, INT16_MIN, INT16_MAX);
}
