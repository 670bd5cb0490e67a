#include "nook/ops/shared/four_sums_mve.h"
#include "nook/ops/shared/rescale_s16_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_dsp.h"

/* Of the four gates. */
typedef struct gate_scales {
  int32x4_t multiplier, shift;
} gate_scales;

static gate_scales vectors_of_scales(const int32_t* multiplier, const int8_t* shift) {
  int32_t upper[kNookLstmGates], right[kNookLstmGates];
  for (int g = 0; g < kNookLstmGates; ++g) {
    upper[g] = multiplier[g] < 0x7FFF0000 ? (multiplier[g] + (1 << 15)) >> 16 : 0x7FFF;
    right[g] = 1 + shift[g];
  }
  const gate_scales scales = {vshlq_n_s32(vld1q_s32(upper), 16), vld1q_s32(right)};
  return scales;
}

static inline int32x4_t clamped(int32x4_t x) {
  return vminq_s32(vmaxq_s32(x, vdupq_n_s32(INT16_MIN)), vdupq_n_s32(INT16_MAX));
}

/* After four sums come the weights of whole eights. */
static inline int32x4_t of_gates(const int16_t* x, int32_t depth, const int8_t* stream, gate_scales scales) {
  const int32x4_t first = vld1q_s32((const int32_t*)(const void*)stream);
  const int32x4_t sums = nook_add_four_sums_mve(x, depth, stream + 16, first);
  return clamped(nook_rescale_s64_mve(sums, scales.multiplier, scales.shift));
}

NOOK_LSTM_KERNEL(nook_unidirectional_sequence_lstm_s16_mve, nook_unidirectional_sequence_lstm, int16_t,
                 int8_t, void, int16_t) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  int16_t of_x[NOOK_LSTM_MOST_INPUTS], of_hidden[NOOK_LSTM_MOST_INPUTS];
  const gate_scales in = vectors_of_scales(p->in_multiplier, p->in_shift),
                    recurrent = vectors_of_scales(p->recurrent_multiplier, p->recurrent_shift);
  const int32_t cells = p->cells, depth = nook_whole_eights(p->in), hidden_depth = nook_whole_eights(cells);
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const int8_t* stream = w_input;
      int16_t* const next = y + row * cells;
      nook_copy_to_eights(x + row * p->in, p->in, of_x);
      nook_copy_to_eights(hidden, cells, of_hidden);
      for (int32_t u = 0; u < cells; ++u) {
        int32_t sums[kNookLstmGates];
        const int32x4_t first = of_gates(of_x, depth, stream, in);
        stream += 16 + 4 * depth;
        const int32x4_t second = of_gates(of_hidden, hidden_depth, stream, recurrent);
        stream += 16 + 4 * hidden_depth;
        vst1q_s32(sums, clamped(vaddq_s32(first, second)));
        next[u] = hidden[u] = (int16_t)nook_lstm_step(p, sums, cell + u, INT16_MIN, INT16_MAX);
      }
    }
  }
}
