/* The steps of float GRU layers, after recurrent_rows_f32.h or recurrent_rows_hybrid.h. */
#ifndef NOOK_OPS_GRU_LAYER_FLOAT_REF_H_
#define NOOK_OPS_GRU_LAYER_FLOAT_REF_H_

#include "nook/ops/gru_layer/gru_layer.h"

typedef float recurrent_x, recurrent_cell;
typedef struct recurrent_layer {
  const nook_gru_layer_f32* p;
  const recurrent_weight *w[kNookGruGates], *r[kNookGruGates];
  const float *bias[kNookGruGates], *hidden_bias;
  float* reset;  /* a row for the hidden state after the reset gate */
  int8_t* bytes; /* memory for bytes of x and of a hidden state */
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_f32.h"

static inline float gru_float_of_x(const recurrent_layer* l, int g, int32_t u, const recurrent_input* x) {
  const int32_t in = l->p->walk.in;
  return recurrent_product(x, l->w[g] + u * in, in, l->p->in_scale[g], l->bias[g] ? l->bias[g][u] : 0);
}

static inline float gru_float_of_hidden(const recurrent_layer* l, int g, int32_t u,
                                        const recurrent_input* hidden, float first) {
  const int32_t cells = l->p->walk.cells;
  return recurrent_product(hidden, l->r[g] + u * cells, cells, l->p->recurrent_scale[g], first);
}

static inline float gru_float_gate(const recurrent_layer* l, int g, int32_t u, const recurrent_input* x,
                                   const recurrent_input* hidden) {
  const float sum = gru_float_of_x(l, g, u, x) + gru_float_of_hidden(l, g, u, hidden, 0);
  return nook_recurrent_clipped(&l->p->gate, l->p->clip, sum);
}

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const nook_gru_layer_f32* const p = l->p;
  const int32_t cells = p->walk.cells;
  const recurrent_input of_x = recurrent_read(x, p->walk.in, l->bytes, 0),
                        of_hidden = recurrent_read(hidden, cells, l->bytes, p->walk.in);
  recurrent_input of_reset = of_hidden;
  (void)cell;
  /* y holds the update gates until the end. */
  for (int32_t u = 0; u < cells; ++u) y[u] = gru_float_gate(l, kNookGruUpdate, u, &of_x, &of_hidden);
  if (!p->reset_after) {
    for (int32_t u = 0; u < cells; ++u)
      l->reset[u] = hidden[u] * gru_float_gate(l, kNookGruReset, u, &of_x, &of_hidden);
    of_reset = recurrent_read(l->reset, cells, l->bytes, p->walk.in);
  }
  for (int32_t u = 0; u < cells; ++u) {
    float sum =
        gru_float_of_hidden(l, kNookGruCandidate, u, &of_reset, l->hidden_bias ? l->hidden_bias[u] : 0);
    if (p->reset_after) sum *= gru_float_gate(l, kNookGruReset, u, &of_x, &of_hidden);
    sum += gru_float_of_x(l, kNookGruCandidate, u, &of_x);
    y[u] = (1 - y[u]) * nook_recurrent_clipped(&p->candidate, p->clip, sum) + y[u] * hidden[u];
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
