#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_dsp.h"

/* nook_rescale_s64() of 32-bit sums: the upper half of each multiplier in the upper half of a word, half of
 * the unit of the last bit that stays in the product's high word, and the remaining shift. */
typedef struct gate_scales {
  int32_t multiplier[kNookLstmGates], half[kNookLstmGates], right[kNookLstmGates];
} gate_scales;

static gate_scales scales_of(const int32_t* multiplier, const int8_t* shift) {
  gate_scales scales;
  for (int g = 0; g < kNookLstmGates; ++g) {
    const int32_t upper = multiplier[g] < 0x7FFF0000 ? (multiplier[g] + (1 << 15)) >> 16 : 0x7FFF;
    scales.multiplier[g] = (int32_t)((uint32_t)upper << 16);
    scales.right[g] = -1 - shift[g], scales.half[g] = (int32_t)1 << (scales.right[g] - 1);
  }
  return scales;
}

static inline int32_t rescaled(const gate_scales* scales, int g, uint32_t sum) {
  int32_t product;
  __asm("smmla %0, %1, %2, %3" : "=r"(product) : "r"(sum), "r"(scales->multiplier[g]), "r"(scales->half[g]));
  return nook_lstm_clamp(product >> scales->right[g]);
}

void nook_unidirectional_sequence_lstm_s16_dsp(const nook_unidirectional_sequence_lstm* p, const int16_t* x,
                                               const int8_t* w_input, const int8_t* w_forget,
                                               const int8_t* w_cell, const int8_t* w_output,
                                               const int8_t* r_input, const int8_t* r_forget,
                                               const int8_t* r_cell, const int8_t* r_output,
                                               const void* b_input, const void* b_forget, const void* b_cell,
                                               const void* b_output, int16_t* hidden, int16_t* cell,
                                               int16_t* y, void* scratch_memory) {
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
      int16_t* const next = y + row * cells;
      nook_unpack_s16_for_sums_dsp(x + row * p->in, p->in, of_x);
      nook_unpack_s16_for_sums_dsp(hidden, cells, of_hidden);
      for (int32_t u = 0; u < cells; ++u) {
        uint32_t first[kNookLstmGates], second[kNookLstmGates];
        int32_t sums[kNookLstmGates];
        stream = nook_four_sums_dsp(of_x, x_words, stream, first);
        stream = nook_four_sums_dsp(of_hidden, words, stream, second);
        NOOK_UNROLLED for (int g = 0; g < kNookLstmGates; ++g) sums[g] =
            nook_lstm_clamp(rescaled(&in, g, first[g]) + rescaled(&recurrent, g, second[g]));
        next[u] = hidden[u] = (int16_t)nook_lstm_step(p, sums, cell + u, INT16_MIN, INT16_MAX);
      }
    }
  }
}
