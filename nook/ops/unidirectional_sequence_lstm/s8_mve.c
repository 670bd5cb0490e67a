#include <stdint.h>

typedef int8_t lstm_element;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_mve.h"

static inline gate_scales scales_of(const int32_t* multiplier, const int8_t* shift) {
  const gate_scales scales = {vld1q_s32(multiplier), vldrbq_s32(shift)};
  return scales;
}

/* Rounds products to their high word (ties up). If a shift follows, subtracts one from negative products, so
 * that ties of the shift round down. */
static inline int32x4_t of_gates(const int8_t* x, int32_t depth, const int8_t** packed, gate_scales scales) {
  int32x4_t q = vqrdmulhq_s32(nook_four_sums_s8_mve(x, depth, packed), scales.multiplier);
  q = vaddq_s32(q, vshrq_n_s32(vandq_s32(q, scales.shift), 31));
  return nook_lstm_within_mve(vrshlq_s32(q, scales.shift), INT16_MIN, INT16_MAX);
}

static inline void put_elements(int8_t* to, int32x4_t x, mve_pred16_t lanes) { vstrbq_p_s32(to, x, lanes); }

void nook_unidirectional_sequence_lstm_s8_mve(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                  lstm_element, int8_t, int32_t, int16_t)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;
  (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_steps(p, x, w_input, hidden, cell, y, INT8_MIN, INT8_MAX);
}
