#include <stdint.h>

typedef int16_t lstm_element;
#include "nook/kernels/asm/rescale_s16_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_mve.h"

static inline gate_scales scales_of(const int32_t* multiplier, const int8_t* shift) {
  int32_t upper[kNookLstmGates], right[kNookLstmGates];
  for (int g = 0; g < kNookLstmGates; ++g) {
    upper[g] = multiplier[g] < 0x7FFF0000 ? (multiplier[g] + (1 << 15)) >> 16 : 0x7FFF;
    right[g] = 1 + shift[g];
  }
  const gate_scales scales = {vshlq_n_s32(vld1q_s32(upper), 16), vld1q_s32(right)};
  return scales;
}

static inline int32x4_t of_gates(const int16_t* x, int32_t depth, const int8_t** packed, gate_scales scales) {
  const int32x4_t sums = nook_four_sums_s16_mve(x, depth, packed);
  return nook_lstm_within_mve(nook_rescale_s64_mve(sums, scales.multiplier, scales.shift), INT16_MIN,
                              INT16_MAX);
}

static inline void put_elements(int16_t* to, int32x4_t x, mve_pred16_t lanes) { vstrhq_p_s32(to, x, lanes); }

void nook_unidirectional_sequence_lstm_s16_mve(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                   lstm_element, int8_t, void, int16_t)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell;
  (void)r_output, (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_steps(p, x, w_input, hidden, cell, y, INT16_MIN, INT16_MAX);
}
