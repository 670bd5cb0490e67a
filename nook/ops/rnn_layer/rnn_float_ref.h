/* The steps of float RNN layers, after recurrent_rows_f32.h or recurrent_rows_hybrid.h. */
#ifndef NOOK_OPS_RNN_LAYER_FLOAT_REF_H_
#define NOOK_OPS_RNN_LAYER_FLOAT_REF_H_

#include "nook/ops/rnn_layer/rnn_layer.h"

typedef float recurrent_x, recurrent_cell;
typedef struct recurrent_layer {
  const nook_rnn_layer_f32* p;
  const recurrent_weight *w, *r;
  const float* bias;
  int8_t* bytes; /* memory for bytes of x and of the hidden state */
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_f32.h"

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const nook_rnn_layer_f32* const p = l->p;
  const int32_t in = p->walk.in, cells = p->walk.cells;
  const recurrent_input of_x = recurrent_read(x, in, l->bytes, 0),
                        of_hidden = recurrent_read(hidden, cells, l->bytes, in);
  (void)cell;
  for (int32_t u = 0; u < cells; ++u) {
    const float from_x = recurrent_product(&of_x, l->w + u * in, in, p->in_scale, l->bias ? l->bias[u] : 0);
    const float sum = from_x + recurrent_product(&of_hidden, l->r + u * cells, cells, p->recurrent_scale, 0);
    y[u] = nook_recurrent_clipped(&p->function, p->clip, sum);
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
