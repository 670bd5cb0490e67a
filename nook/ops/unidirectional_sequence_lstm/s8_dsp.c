#include <stdint.h>

typedef int8_t lstm_element;
/* How a sum is rescaled. */
typedef struct gate_scale {
  int32_t multiplier, power;
} gate_scale;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_dsp.h"

static inline void unpack(const int8_t* x, int32_t count, uint32_t* to) {
  nook_unpack_for_sums_dsp(x, count, to);
}

static inline gate_scale scale_of(int32_t multiplier, int32_t shift) {
  return (gate_scale){multiplier, nook_power(shift)};
}

static inline int32_t rescaled(gate_scale scale, uint32_t sum) {
  return nook_lstm_clamp(nook_rescale_add((int32_t)(2u * sum), scale.multiplier, scale.power, 0));
}

void nook_unidirectional_sequence_lstm_s8_dsp(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                  lstm_element, int8_t, int32_t, int16_t)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;
  (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_steps(p, x, w_input, hidden, cell, y, INT8_MIN, INT8_MAX);
}
