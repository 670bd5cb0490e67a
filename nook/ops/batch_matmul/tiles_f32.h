/* Products of float32 matrices by the inner loops of convolutions: four columns of b are packed side by side,
 * as the weights of four outputs, and then multiplied by four rows of a at a time, as pixels. Each column is
 * packed once for a matrix: all of them in scratch, or a panel of them at a time on the stack. A sum adds its
 * products in the order of the reference and begins with +0, so that results have the reference's bytes. */
#ifndef NOOK_OPS_BATCH_MATMUL_TILES_F32_H_
#define NOOK_OPS_BATCH_MATMUL_TILES_F32_H_

#include <float.h>
#include <math.h>

#include "nook/kernels/dot/dot_4x4_f32.h"
#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/reference/odometer.h"

enum { NOOK_BATCH_MATMUL_TILE = 4 };

/* Packs columns, at least four of them; the last four may overlap those before. Their biases are zeros. */
static inline void nook_pack_columns_f32(const nook_batch_matmul_walk* w, const float* b, int32_t columns,
                                         float* to) {
  enum { TILE = NOOK_BATCH_MATMUL_TILE };
  const int32_t column = w->b_column, step = w->b_step;
  for (int32_t next = 0; next < columns; next += TILE) {
    const float* from = b + (next + TILE <= columns ? next : columns - TILE) * column;
    to[0] = to[1] = to[2] = to[3] = 0, to += TILE;
    for (int32_t k = w->depth; k > 0; --k, from += step, to += TILE)
      to[0] = from[0], to[1] = from[column], to[2] = from[2 * column], to[3] = from[3 * column];
  }
}

/* Copies a row of a transposed matrix. */
static inline void nook_copy_row_f32(const nook_batch_matmul_walk* w, const float* a, float* to) {
  for (int32_t k = w->depth; k > 0; --k, a += w->a_step) *to++ = *a;
}

/* All rows of a matrix with packed columns, at least four. `copies`: for four rows of a transposed matrix. */
static inline __attribute__((always_inline)) void nook_multiply_rows_f32(const nook_batch_matmul_walk* w,
                                                                         const float* a, const float* packed,
                                                                         int32_t columns, float* copies,
                                                                         float* y,
                                                                         nook_dot_4x4_f32_kernel* tile) {
  enum { TILE = NOOK_BATCH_MATMUL_TILE, FLOAT = (int)sizeof(float) };
  const float* row;
  nook_segment_f32 inputs = {{0, 0, 0, 0}, w->depth, 0};
  nook_dot_4x4_f32 job;
  job.rows = &row, job.rows_end = &row + 1, job.segments = &inputs, job.segments_end = &inputs + 1;
  job.weights = packed, job.y_bytes = columns * FLOAT;
  job.range = nook_float_range_of(-FLT_MAX, FLT_MAX);
  job.range.low = -HUGE_VALF, job.range.high = HUGE_VALF; /* infinities stay */
  nook_dot_4x4_f32_set_weights(&job, 1, w->depth);
  for (int32_t first = 0; first < w->rows; first += TILE) {
    row = w->a_step == 1 ? a + first * w->a_row : copies;
    for (int32_t i = 0; i < TILE; ++i) {
      const int32_t more = first + i < w->rows ? i : w->rows - 1 - first; /* the last row fills the tile */
      if (w->a_step != 1 && more == i)
        nook_copy_row_f32(w, a + (first + i) * w->a_row, copies + i * w->depth);
      inputs.x[i] = more * (w->a_step == 1 ? w->a_row : w->depth) * FLOAT;
      job.y[i] = y + (first + more) * w->columns;
    }
    tile(&job);
  }
}

/* All matrices, `panel` columns at a time, at least four. `memory`: copies of four rows, if a is transposed,
 * then the packed columns. A matrix of b that several of a share is packed for the first of them, if it is
 * whole. Inlined, so that the inner loop is called directly. */
static inline __attribute__((always_inline)) void nook_multiply_tiles_f32(const nook_batch_matmul_f32* p,
                                                                          const float* a, const float* b,
                                                                          float* y, float* memory,
                                                                          int32_t panel,
                                                                          nook_dot_4x4_f32_kernel* tile) {
  enum { TILE = NOOK_BATCH_MATMUL_TILE };
  const nook_batch_matmul_walk* const w = &p->walk;
  float* const packed = memory + (w->a_step == 1 ? 0 : TILE * w->depth);
  const float* packed_from = 0;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;; y += w->rows * w->columns) {
    for (int32_t next = 0; next < w->columns; next += panel) {
      int32_t columns = w->columns - next < panel ? w->columns - next : panel;
      if (columns < TILE) columns = TILE; /* the last ones overlap the previous panel */
      const int32_t first = next + columns > w->columns ? w->columns - columns : next;
      const float* const from = b + first * w->b_column;
      if (from != packed_from) nook_pack_columns_f32(w, from, columns, packed), packed_from = from;
      nook_multiply_rows_f32(w, a, packed, columns, memory, y + first, tile);
    }
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a += w->a_jump[d], b += w->b_jump[d];
  }
}

#endif
