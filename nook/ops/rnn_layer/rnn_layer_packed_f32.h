/* float32 RNN_LAYER with packed weights: the sums of all cells of a step at once.
 * The including file defines sum_pair(), which computes the job of dot_pair_f32.h. */
#ifndef NOOK_OPS_RNN_LAYER_PACKED_F32_H_
#define NOOK_OPS_RNN_LAYER_PACKED_F32_H_

#include "nook/kernels/dot/dot_pair_f32.h"
#include "nook/ops/families/recurrent_f32.h"
#include "nook/ops/rnn_layer/rnn_layer.h"

typedef float recurrent_x, recurrent_cell;
typedef struct recurrent_layer {
  const nook_rnn_layer_f32* p;
  const float* packed;
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_f32.h"

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const nook_rnn_layer_f32* const p = l->p;
  const int32_t cells = p->walk.cells;
  const nook_dot_pair_f32 job = {l->packed, cells, x, p->walk.in, hidden, cells, y};
  (void)cell;
  sum_pair(&job);
  for (int32_t u = 0; u < cells; ++u) y[u] = nook_recurrent_clipped(&p->function, p->clip, y[u]);
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
