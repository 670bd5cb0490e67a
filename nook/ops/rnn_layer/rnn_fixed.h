/* The steps of integer RNN layers, four units at a time, after a header of recurrent_sums(). */
#ifndef NOOK_OPS_RNN_LAYER_FIXED_H_
#define NOOK_OPS_RNN_LAYER_FIXED_H_

#include "nook/ops/families/recurrent_state.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "nook/ops/rnn_layer/rnn_layer.h"

typedef struct recurrent_layer {
  const nook_rnn_layer* p;
  const recurrent_w *w, *r;
  const recurrent_bias* bias;
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_fixed.h"

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* state, recurrent_x* y) {
  const nook_rnn_layer* const p = l->p;
  const nook_table_scale units = {3, 0};
  const int32_t cells = p->walk.cells;
  const recurrent_matrix w = {l->w, l->bias, p->walk.in, p->in_multiplier, p->in_shift},
                         r = {l->r, 0, cells, p->recurrent_multiplier, p->recurrent_shift};
  int16_t* const next = state + cells;
  for (int32_t u = 0; u < cells; u += 4) {
    const int32_t rows = cells - u < 4 ? cells - u : 4;
    int32_t of_x[4], of_state[4];
    recurrent_sums(&w, x, p->x_zero, u, rows, of_x);
    recurrent_sums_of_state(&r, state, u, rows, of_state);
    for (int32_t k = 0; k < rows; ++k) {
      const int32_t sum = recurrent_clamp(of_x[k] + of_state[k]);
      next[u + k] = p->relu ? (int16_t)(sum < 0 ? 0 : sum) : nook_tanh_s16(sum, units);
      y[u + k] = recurrent_shown(&p->state, next[u + k]);
    }
  }
  memcpy(state, next, (size_t)cells * sizeof *state);
  if (hidden) memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
