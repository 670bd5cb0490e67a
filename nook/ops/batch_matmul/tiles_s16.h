/* Products of int16 by an inner loop that multiplies rows by four columns: these are laid out side by side,
 * in scratch or on the stack, and multiplied by all rows of a. */
#ifndef NOOK_OPS_BATCH_MATMUL_TILES_S16_H_
#define NOOK_OPS_BATCH_MATMUL_TILES_S16_H_

#include "nook/kernels/dot/products_s16.h"
#include "nook/ops/batch_matmul/matrices.h"

/* The layout of columns, and the inner loop. */
typedef struct nook_loop_s16 {
  void (*lay)(const nook_batch_matmul_walk* w, const int16_t* b, int16_t* to);
  void (*multiply)(nook_products_s16* job);
} nook_loop_s16;

/* Copies of rows of a transposed matrix follow the columns. */
static inline __attribute__((always_inline)) void nook_multiply_rows_s16(const nook_batch_matmul_walk* w,
                                                                         const int16_t* a, int16_t* copy,
                                                                         nook_products_s16* job,
                                                                         nook_loop_s16 loop) {
  job->a = a, job->rows = w->rows;
  if (w->a_step == 1) {
    loop.multiply(job);
    return;
  }
  for (int32_t i = 0; i < w->rows; ++i, a += w->a_row) {
    const int16_t* from = a;
    for (int32_t k = 0; k < w->depth; ++k, from += w->a_step) copy[k] = *from;
    job->a = copy, job->rows = 1;
    loop.multiply(job);
  }
}

/* All matrices; at least four columns. `bytes`: of four columns. Inlined, so that the functions of the loop
 * are called directly. */
static inline __attribute__((always_inline)) void nook_multiply_s16(const nook_batch_matmul_s16* p,
                                                                    const int16_t* a, const int16_t* b,
                                                                    int16_t* y, void* memory, int32_t bytes,
                                                                    nook_loop_s16 loop) {
  const nook_batch_matmul_walk* w = &p->walk;
  int16_t* const columns = (int16_t*)memory;
  int16_t* const copy = (int16_t*)(void*)((char*)memory + bytes);
  nook_products_s16 job = {a, y, 0, 2 * w->a_row, 2 * w->columns, columns, w->depth, 0, 0, 0, 0};
  int32_t index[NOOK_MAX_RANK] = {0};
  nook_products_rescale(&job, p->multiplier, p->shift);
  for (;; y += w->rows * w->columns) {
    for (int32_t next = 0; next < w->columns; next += 4) {
      /* the last ones overlap the previous four */
      const int32_t first = next + 4 > w->columns ? w->columns - 4 : next;
      loop.lay(w, b + first * w->b_column, columns);
      job.y = y + first;
      nook_multiply_rows_s16(w, a, copy, &job, loop);
    }
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a += w->a_jump[d], b += w->b_jump[d];
  }
}

#endif
