/* The steps of integer GRU layers, four units at a time, after a header of recurrent_sums(). */
#ifndef NOOK_OPS_GRU_LAYER_FIXED_H_
#define NOOK_OPS_GRU_LAYER_FIXED_H_

#include "nook/ops/families/recurrent_state.h"
#include "nook/ops/gru_layer/gru_layer.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"

typedef struct recurrent_layer {
  const nook_gru_layer* p;
  const recurrent_w *w[kNookGruGates], *r[kNookGruGates];
  const recurrent_bias *bias[kNookGruGates], *hidden_bias;
  int16_t* reset; /* a row for the state after the reset gate */
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_fixed.h"

static inline void gru_of_x(const recurrent_layer* l, int g, int32_t u, int32_t rows, const recurrent_x* x,
                            int32_t* sums) {
  const nook_gru_layer* const p = l->p;
  const recurrent_matrix m = {l->w[g], l->bias[g], p->walk.in, p->in_multiplier[g], p->in_shift[g]};
  recurrent_sums(&m, x, p->x_zero, u, rows, sums);
}

static inline void gru_of_state(const recurrent_layer* l, int g, int32_t u, int32_t rows,
                                const int16_t* state, const recurrent_bias* bias, int32_t* sums) {
  const nook_gru_layer* const p = l->p;
  const recurrent_matrix m = {l->r[g], bias, p->walk.cells, p->recurrent_multiplier[g],
                              p->recurrent_shift[g]};
  recurrent_sums_of_state(&m, state, u, rows, sums);
}

static __attribute__((noinline)) void gru_gates(const recurrent_layer* l, int g, int32_t u, int32_t rows,
                                                const recurrent_x* x, const int16_t* state, int32_t* gates) {
  const nook_table_scale units = {3, 0};
  int32_t of_state[4];
  gru_of_x(l, g, u, rows, x, gates);
  gru_of_state(l, g, u, rows, state, 0, of_state);
  for (int32_t k = 0; k < rows; ++k)
    gates[k] = nook_sigmoid_s16(recurrent_clamp(gates[k] + of_state[k]), units);
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

/* The sums of candidates over the state, by their reset gates. */
static inline void gru_candidates(const recurrent_layer* l, int32_t u, int32_t rows, const recurrent_x* x,
                                  const int16_t* state, int32_t* sums) {
  int32_t reset[4];
  if (!l->p->reset_after) {
    gru_of_state(l, kNookGruCandidate, u, rows, l->reset, 0, sums);
    return;
  }
  gru_gates(l, kNookGruReset, u, rows, x, state, reset);
  gru_of_state(l, kNookGruCandidate, u, rows, state, l->hidden_bias, sums);
  for (int32_t k = 0; k < rows; ++k) sums[k] = gru_gated(reset[k], sums[k]);
}

static inline int32_t gru_rows(int32_t cells, int32_t u) { return cells - u < 4 ? cells - u : 4; }

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* state, recurrent_x* y) {
  const nook_gru_layer* const p = l->p;
  const int32_t cells = p->walk.cells;
  int16_t* const next = state + cells;
  int32_t update[4], of_x[4], of_state[4];
  for (int32_t u = 0; u < cells && !p->reset_after; u += 4) {
    const int32_t rows = gru_rows(cells, u);
    gru_gates(l, kNookGruReset, u, rows, x, state, update);
    for (int32_t k = 0; k < rows; ++k) l->reset[u + k] = (int16_t)gru_gated(update[k], state[u + k]);
  }
  for (int32_t u = 0; u < cells; u += 4) {
    const int32_t rows = gru_rows(cells, u);
    gru_candidates(l, u, rows, x, state, of_state);
    gru_of_x(l, kNookGruCandidate, u, rows, x, of_x);
    gru_gates(l, kNookGruUpdate, u, rows, x, state, update);
    for (int32_t k = 0; k < rows; ++k) {
      next[u + k] = gru_next(p, update[k], of_x[k] + of_state[k], state[u + k]);
      y[u + k] = recurrent_shown(&p->state, next[u + k]);
    }
  }
  memcpy(state, next, (size_t)cells * sizeof *state);
  if (hidden) memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
