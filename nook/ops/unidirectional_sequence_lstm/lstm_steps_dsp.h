/* The steps of the kernels for cores with DSP instructions. The including file defines gate_scale, the type
 * lstm_element, of x and of the hidden state, and the functions that are declared here. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_DSP_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_DSP_H_

#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_dsp.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

static inline gate_scale scale_of(int32_t multiplier, int32_t shift);
/* Rescales the sum of a gate, clamped to int16. */
static inline int32_t rescaled(gate_scale scale, uint32_t sum);
/* Unpacks `count` elements to the format of nook_four_sums_dsp(). */
static inline void unpack(const lstm_element* x, int32_t count, uint32_t* to);

__attribute__((always_inline)) static inline void lstm_steps(const nook_unidirectional_sequence_lstm* p,
                                                             const lstm_element* x, const int8_t* packed,
                                                             lstm_element* hidden, int16_t* cell,
                                                             lstm_element* y, int32_t least, int32_t most) {
  uint32_t of_x[NOOK_LSTM_MOST_INPUTS / 2], of_hidden[NOOK_LSTM_MOST_INPUTS / 2];
  gate_scale in[kNookLstmGates], recurrent[kNookLstmGates];
  for (int g = 0; g < kNookLstmGates; ++g) {
    in[g] = scale_of(p->in_multiplier[g], p->in_shift[g]);
    recurrent[g] = scale_of(p->recurrent_multiplier[g], p->recurrent_shift[g]);
  }
  const int32_t cells = p->cells, x_words = nook_four_sums_words(p->in), words = nook_four_sums_words(cells);
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const uint32_t* at = (const uint32_t*)packed;
      lstm_element* const next = y + row * cells;
      unpack(x + row * p->in, p->in, of_x);
      unpack(hidden, cells, of_hidden);
      for (int32_t u = 0; u < cells; ++u) {
        uint32_t first[kNookLstmGates], second[kNookLstmGates];
        int32_t sums[kNookLstmGates];
        at = nook_four_sums_dsp(of_x, x_words, at, first);
        at = nook_four_sums_dsp(of_hidden, words, at, second);
        NOOK_UNROLLED for (int g = 0; g < kNookLstmGates; ++g) sums[g] =
            nook_lstm_clamp(rescaled(in[g], first[g]) + rescaled(recurrent[g], second[g]));
        next[u] = hidden[u] = (lstm_element)nook_lstm_step(p, sums, cell + u, least, most);
      }
    }
  }
}

#endif
