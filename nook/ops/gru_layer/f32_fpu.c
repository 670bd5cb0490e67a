/* float32 GRU_LAYER on cores with an FPU, with packed weights: the sums of eight cells at a time. The last
 * eight overlap those before them. */
#include "nook/kernels/dot/armv7em_fpu/dot_pair_f32_fpu.h"
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
#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const float* first, float* hidden,
                                   float* cell) {
  (void)b, (void)cell;
  recurrent_copy_first(first, layer->p->walk.cells, 0, hidden);
}

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
  nook_dot_pair_f32_fpu(&job);
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

void nook_gru_layer_f32_fpu(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float)) {
  recurrent_layer layer = {p, {w_update, 0, 0, 0}, 0};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 0, 1, results};
  (void)w_reset, (void)w_candidate, (void)r_update, (void)r_reset, (void)r_candidate;
  (void)b_update, (void)b_reset, (void)b_candidate, (void)b_hidden;
  for (int i = 1; i < GRU_MATRICES; ++i) {
    nook_dot_pair_f32 before = job_of(&layer, i - 1, 0, 0);
    before.outputs = p->walk.cells;
    layer.packed[i] = layer.packed[i - 1] + nook_dot_pair_f32_floats(&before);
  }
  layer.reset = (float*)nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 0, 4, 4));
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
