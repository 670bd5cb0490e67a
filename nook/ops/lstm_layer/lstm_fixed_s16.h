/* The steps of int16 LSTM layers, four units at a time, after a header of recurrent_sums(). The including
 * file also includes the functions that lstm_cell.h declares. */
#ifndef NOOK_OPS_LSTM_LAYER_FIXED_S16_H_
#define NOOK_OPS_LSTM_LAYER_FIXED_S16_H_

#include "nook/ops/unidirectional_sequence_lstm/lstm_cell.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int16_t recurrent_cell, lstm_weight;
typedef void lstm_bias;
#include "nook/ops/lstm_layer/lstm_layer_walk.h"

/* The sums of a gate over x and the hidden state. */
static inline void lstm_sums(const recurrent_layer* l, int g, int32_t u, int32_t rows, const recurrent_x* x,
                             const recurrent_x* hidden, int32_t* sums) {
  const lstm_params* const p = l->p;
  const recurrent_matrix w = {l->w[g], l->bias[g], p->in, p->in_multiplier[g], p->in_shift[g]},
                         r = {l->r[g], 0, p->cells, p->recurrent_multiplier[g], p->recurrent_shift[g]};
  int32_t of_hidden[4];
  recurrent_sums(&w, x, 0, u, rows, sums);
  recurrent_sums_of_state(&r, hidden, u, rows, of_hidden);
  for (int32_t k = 0; k < rows; ++k) sums[k] = recurrent_clamp(sums[k] + of_hidden[k]);
}

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* cell, recurrent_x* y) {
  const int32_t cells = l->p->cells;
  for (int32_t u = 0; u < cells; u += 4) {
    const int32_t rows = cells - u < 4 ? cells - u : 4;
    int32_t sums[kNookLstmGates][4];
    for (int g = 0; g < kNookLstmGates; ++g) lstm_sums(l, g, u, rows, x, hidden, sums[g]);
    for (int32_t k = 0; k < rows; ++k) {
      const int32_t of_gates[] = {sums[kNookLstmInput][k], sums[kNookLstmForget][k], sums[kNookLstmCell][k],
                                  sums[kNookLstmOutput][k]};
      y[u + k] = (int16_t)nook_lstm_step(l->p, of_gates, &cell[u + k], INT16_MIN, INT16_MAX);
    }
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
