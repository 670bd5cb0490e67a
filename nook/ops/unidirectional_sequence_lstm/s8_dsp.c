#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_dsp.h"

/* How the sums of the gates are rescaled. */
typedef struct gate_scales {
  int32_t multiplier[kNookLstmGates], power[kNookLstmGates];
} gate_scales;

static gate_scales scales_of(const int32_t* multiplier, const int8_t* shift) {
  gate_scales scales;
  for (int g = 0; g < kNookLstmGates; ++g)
    scales.multiplier[g] = multiplier[g], scales.power[g] = nook_power(shift[g]);
  return scales;
}

static inline int32_t rescaled(const gate_scales* scales, int g, uint32_t sum) {
  return nook_lstm_clamp(nook_rescale_add((int32_t)(2u * sum), scales->multiplier[g], scales->power[g], 0));
}

void nook_unidirectional_sequence_lstm_s8_dsp(const nook_unidirectional_sequence_lstm* p, const int8_t* x,
                                              const int8_t* w_input, const int8_t* w_forget,
                                              const int8_t* w_cell, const int8_t* w_output,
                                              const int8_t* r_input, const int8_t* r_forget,
                                              const int8_t* r_cell, const int8_t* r_output,
                                              const int32_t* b_input, const int32_t* b_forget,
                                              const int32_t* b_cell, const int32_t* b_output, int8_t* hidden,
                                              int16_t* cell, int8_t* y, void* scratch_memory) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  uint32_t of_x[NOOK_LSTM_MOST_INPUTS / 2], of_hidden[NOOK_LSTM_MOST_INPUTS / 2];
  const gate_scales in = scales_of(p->in_multiplier, p->in_shift),
                    recurrent = scales_of(p->recurrent_multiplier, p->recurrent_shift);
  const int32_t cells = p->cells, x_words = nook_four_sums_words(p->in), words = nook_four_sums_words(cells);
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const uint32_t* stream = (const uint32_t*)w_input;
      int8_t* const next = y + row * cells;
      nook_unpack_for_sums_dsp(x + row * p->in, p->in, of_x);
      nook_unpack_for_sums_dsp(hidden, cells, of_hidden);
      for (int32_t u = 0; u < cells; ++u) {
        uint32_t first[kNookLstmGates], second[kNookLstmGates];
        int32_t sums[kNookLstmGates];
        stream = nook_four_sums_dsp(of_x, x_words, stream, first);
        stream = nook_four_sums_dsp(of_hidden, words, stream, second);
        NOOK_UNROLLED for (int g = 0; g < kNookLstmGates; ++g) sums[g] =
            nook_lstm_clamp(rescaled(&in, g, first[g]) + rescaled(&recurrent, g, second[g]));
        next[u] = hidden[u] = (int8_t)nook_lstm_step(p, sums, cell + u, INT8_MIN, INT8_MAX);
      }
    }
  }
}
