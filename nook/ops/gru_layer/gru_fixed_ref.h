/* The steps of integer GRU layers in portable C, after recurrent_sums_s8.h or recurrent_sums_s16.h. */
#ifndef NOOK_OPS_GRU_LAYER_FIXED_REF_H_
#define NOOK_OPS_GRU_LAYER_FIXED_REF_H_

#include "nook/ops/families/recurrent_state_ref.h"
#include "nook/ops/gru_layer/gru_layer.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"

typedef struct recurrent_layer {
  const nook_gru_layer* p;
  const recurrent_w *w[kNookGruGates], *r[kNookGruGates];
  const recurrent_bias *bias[kNookGruGates], *hidden_bias;
  int16_t* reset; /* a row for the state after the reset gate */
} recurrent_layer;
#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const recurrent_x* first,
                                   recurrent_x* hidden, recurrent_cell* state) {
  const nook_gru_layer* const p = layer->p;
  (void)b;
  recurrent_begin_state(&p->state, p->walk.cells, first, state);
  if (hidden) recurrent_copy_first(first, p->walk.cells, p->state.zero, hidden);
}

static inline int32_t gru_of_x(const recurrent_layer* l, int g, int32_t u, const recurrent_x* x) {
  const nook_gru_layer* const p = l->p;
  return recurrent_sum(x, p->x_zero, l->w[g] + u * p->walk.in, p->walk.in, l->bias[g], u, p->in_multiplier[g],
                       p->in_shift[g]);
}

static inline int32_t gru_of_state(const recurrent_layer* l, int g, int32_t u, const int16_t* state,
                                   const recurrent_bias* bias) {
  const nook_gru_layer* const p = l->p;
  return recurrent_sum_of_state(state, l->r[g] + u * p->walk.cells, p->walk.cells, bias, u,
                                p->recurrent_multiplier[g], p->recurrent_shift[g]);
}

static inline int32_t gru_gate(const recurrent_layer* l, int g, int32_t u, const recurrent_x* x,
                               const int16_t* state) {
  const nook_table_scale units = {3, 0};
  return nook_sigmoid_s16(recurrent_clamp(gru_of_x(l, g, u, x) + gru_of_state(l, g, u, state, 0)), units);
}

/* x * y / 2^15, of a gate and an int16. */
static inline int32_t gru_gated(int32_t gate, int32_t x) { return (gate * x + (1 << 14)) >> 15; }

/* The state after a step, by its update gate and the sum of its candidate. */
static inline int16_t gru_next(const nook_gru_layer* p, int32_t update, int32_t sum, int32_t state) {
  const nook_table_scale units = {3, 0};
  const int32_t half = p->candidate_shift > 0 ? (int32_t)1 << (p->candidate_shift - 1) : 0;
  const int32_t candidate = (nook_tanh_s16(recurrent_clamp(sum), units) + half) >> p->candidate_shift;
  return (int16_t)((update * state + (32768 - update) * candidate + (1 << 14)) >> 15);
}

/* The sum of the candidate over the state, by its reset gate. */
static inline int32_t gru_candidate(const recurrent_layer* l, int32_t u, const recurrent_x* x,
                                    const int16_t* state) {
  if (!l->p->reset_after) return gru_of_state(l, kNookGruCandidate, u, l->reset, 0);
  return gru_gated(gru_gate(l, kNookGruReset, u, x, state),
                   gru_of_state(l, kNookGruCandidate, u, state, l->hidden_bias));
}

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* state, recurrent_x* y) {
  const nook_gru_layer* const p = l->p;
  const int32_t cells = p->walk.cells;
  int16_t* const next = state + cells;
  for (int32_t u = 0; u < cells && !p->reset_after; ++u)
    l->reset[u] = (int16_t)gru_gated(gru_gate(l, kNookGruReset, u, x, state), state[u]);
  for (int32_t u = 0; u < cells; ++u) {
    const int32_t sum = gru_of_x(l, kNookGruCandidate, u, x) + gru_candidate(l, u, x, state);
    next[u] = gru_next(p, gru_gate(l, kNookGruUpdate, u, x, state), sum, state[u]);
    y[u] = recurrent_shown(&p->state, next[u]);
  }
  memcpy(state, next, (size_t)cells * sizeof *state);
  if (hidden) memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
