/* The steps of integer RNN layers in portable C, after recurrent_sums_s8.h or recurrent_sums_s16.h. */
#ifndef NOOK_OPS_RNN_LAYER_FIXED_REF_H_
#define NOOK_OPS_RNN_LAYER_FIXED_REF_H_

#include "nook/ops/families/recurrent_state_ref.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"
#include "nook/ops/rnn_layer/rnn_layer.h"

typedef struct recurrent_layer {
  const nook_rnn_layer* p;
  const recurrent_w *w, *r;
  const recurrent_bias* bias;
} recurrent_layer;
#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const recurrent_x* first,
                                   recurrent_x* hidden, recurrent_cell* state) {
  const nook_rnn_layer* const p = layer->p;
  (void)b;
  recurrent_begin_state(&p->state, p->walk.cells, first, state);
  if (hidden) recurrent_copy_first(first, p->walk.cells, p->state.zero, hidden);
}

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* state, recurrent_x* y) {
  const nook_rnn_layer* const p = l->p;
  const nook_table_scale units = {3, 0};
  const int32_t in = p->walk.in, cells = p->walk.cells;
  int16_t* const next = state + cells;
  for (int32_t u = 0; u < cells; ++u) {
    const int32_t of_x =
        recurrent_sum(x, p->x_zero, l->w + u * in, in, l->bias, u, p->in_multiplier, p->in_shift);
    const int32_t sum =
        recurrent_clamp(of_x + recurrent_sum_of_state(state, l->r + u * cells, cells, 0, u,
                                                      p->recurrent_multiplier, p->recurrent_shift));
    next[u] = p->relu ? (int16_t)(sum < 0 ? 0 : sum) : nook_tanh_s16(sum, units);
    y[u] = recurrent_shown(&p->state, next[u]);
  }
  memcpy(state, next, (size_t)cells * sizeof *state);
  if (hidden) memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
