/* float32 GRU_LAYER with packed weights: the sums of eight cells at a time. The last eight overlap those
 * before them.
 * The including file defines sum_pair(), which computes the job of dot_pair_f32.h. */
#ifndef NOOK_OPS_GRU_LAYER_PACKED_F32_H_
#define NOOK_OPS_GRU_LAYER_PACKED_F32_H_

#include "nook/kernels/dot/dot_pair_f32.h"
#include "nook/ops/families/recurrent_f32.h"
#include "nook/ops/gru_layer/gru_layer.h"

enum { GRU_TILE = 8 };
/* The packed matrices: each gate has one for x and the hidden state, the candidate has one for each. */
enum { GRU_UPDATE, GRU_RESET, GRU_OF_X, GRU_OF_HIDDEN, GRU_MATRICES };

typedef float recurrent_x, recurrent_cell;
typedef struct recurrent_layer {
  const nook_gru_layer_f32* p;
  const float* packed[GRU_MATRICES];
  float* reset; /* a row for the hidden state after the reset gate */
} recurrent_layer;
#include "nook/ops/families/recurrent_begin_f32.h"

/* The vectors that a matrix multiplies. */
static nook_dot_pair_f32 job_of(const recurrent_layer* l, int matrix, const float* x, const float* hidden) {
  const nook_recurrence* const w = &l->p->walk;
  nook_dot_pair_f32 job = {l->packed[matrix], GRU_TILE, x, w->in, hidden, w->cells, 0};
  if (matrix == GRU_OF_X) job.second = 0, job.second_depth = 0;
  if (matrix == GRU_OF_HIDDEN) job.x = hidden, job.depth = w->cells, job.second = 0, job.second_depth = 0;
  return job;
}

/* The sums of the cells of a tile. */
static void sum_tile(const recurrent_layer* l, int matrix, int32_t tile, const float* x, const float* hidden,
                     float* sums) {
  nook_dot_pair_f32 job = job_of(l, matrix, x, hidden);
  job.weights += tile * nook_dot_pair_f32_floats(&job), job.y = sums;
  sum_pair(&job);
}

static float gate_of(const recurrent_layer* l, float sum) {
  return nook_recurrent_clipped(&l->p->gate, l->p->clip, sum);
}

static void reset_hidden(const recurrent_layer* l, const float* x, const float* hidden) {
  const int32_t cells = l->p->walk.cells;
  for (int32_t tile = 0; tile * GRU_TILE < cells; ++tile) {
    const int32_t first = (tile + 1) * GRU_TILE <= cells ? tile * GRU_TILE : cells - GRU_TILE;
    float sums[GRU_TILE];
    sum_tile(l, GRU_RESET, tile, x, hidden, sums);
    for (int32_t i = 0; i < GRU_TILE; ++i) l->reset[first + i] = hidden[first + i] * gate_of(l, sums[i]);
  }
}

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const nook_gru_layer_f32* const p = l->p;
  const int32_t cells = p->walk.cells;
  (void)cell;
  if (!p->reset_after) reset_hidden(l, x, hidden);
  for (int32_t tile = 0; tile * GRU_TILE < cells; ++tile) {
    const int32_t first = (tile + 1) * GRU_TILE <= cells ? tile * GRU_TILE : cells - GRU_TILE;
    float sums[GRU_MATRICES][GRU_TILE];
    sum_tile(l, GRU_UPDATE, tile, x, hidden, sums[GRU_UPDATE]);
    if (p->reset_after) sum_tile(l, GRU_RESET, tile, x, hidden, sums[GRU_RESET]);
    sum_tile(l, GRU_OF_X, tile, x, hidden, sums[GRU_OF_X]);
    sum_tile(l, GRU_OF_HIDDEN, tile, x, p->reset_after ? hidden : l->reset, sums[GRU_OF_HIDDEN]);
    for (int32_t i = 0; i < GRU_TILE; ++i) {
      const float kept = gate_of(l, sums[GRU_UPDATE][i]);
      float sum = sums[GRU_OF_HIDDEN][i];
      if (p->reset_after) sum *= gate_of(l, sums[GRU_RESET][i]);
      sum += sums[GRU_OF_X][i];
      y[first + i] =
          (1 - kept) * nook_recurrent_clipped(&p->candidate, p->clip, sum) + kept * hidden[first + i];
    }
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

#endif
