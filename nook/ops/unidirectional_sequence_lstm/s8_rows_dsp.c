#include "nook/ops/unidirectional_sequence_lstm/s8_rows_dsp.h"

#include "nook/ops/families/recurrent_row_sums_s8_dsp.h"

typedef int8_t lstm_x;
typedef int32_t lstm_bias;
#include "nook/ops/unidirectional_sequence_lstm/lstm_rows_dsp.h"

static inline void gate_sums(const nook_unidirectional_sequence_lstm* p, int g, const lstm_gate* gate,
                             int32_t u, int32_t rows, const int8_t* x, const int8_t* hidden, int32_t* sums) {
  const recurrent_matrix w = {gate->w, gate->bias, p->in, p->in_multiplier[g], p->in_shift[g]},
                         r = {gate->r, 0, p->cells, p->recurrent_multiplier[g], p->recurrent_shift[g]};
  int32_t of_hidden[4];
  recurrent_sums(&w, x, p->x_zero, u, rows, sums);
  recurrent_sums(&r, hidden, p->hidden_zero, u, rows, of_hidden);
  for (int32_t k = 0; k < rows; ++k) sums[k] = recurrent_saturate(sums[k] + of_hidden[k]);
}

void nook_unidirectional_sequence_lstm_s8_dsp_rows(NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm,
                                                                       int8_t, int8_t, int32_t, int16_t)) {
  NOOK_LSTM_GATES_OF_ROWS(void) scratch_memory;
  lstm_steps(p, gates, x, hidden, cell, y, INT8_MIN, INT8_MAX);
}
