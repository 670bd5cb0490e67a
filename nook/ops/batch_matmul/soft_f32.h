/* float32 BATCH_MATMUL on cores without an FPU: a part of a column of b at a time, which is copied if its
 * elements are not adjacent, and all rows of a; sums wait in y for the next part. The including file has
 * sum_products() and has_fpu() from soft_sums_thumb1.h or another core's. */
#ifndef NOOK_OPS_BATCH_MATMUL_SOFT_F32_H_
#define NOOK_OPS_BATCH_MATMUL_SOFT_F32_H_

typedef float dot_element, dot_product, dot_sum;
#include "nook/ops/batch_matmul/dot_ref.h"

enum { PART = 32 };

/* Elements of a row or column: copied to `part`, unless they are adjacent. */
static inline const float* adjacent(const float* from, int32_t step, int32_t count, float* part) {
  if (step == 1) return from;
  for (int32_t i = 0; i < count; ++i, from += step) part[i] = *from;
  return part;
}

static inline void multiply(const nook_batch_matmul_walk* of, const float* a, const float* b, float* y) {
  float row_part[PART], column_part[PART];
  const int32_t most = of->a_step == 1 && of->b_step == 1 ? of->depth : PART;
  for (int32_t j = 0; j < of->columns; ++j, b += of->b_column) {
    int32_t k = 0;
    do {
      const int32_t count = of->depth - k < most ? of->depth - k : most;
      const float* const column = adjacent(b + k * of->b_step, of->b_step, count, column_part);
      const float* row = a + k * of->a_step;
      float* to = y + j;
      for (int32_t i = 0; i < of->rows; ++i, row += of->a_row, to += of->columns)
        *to = sum_products(adjacent(row, of->a_step, count, row_part), column, count, k ? *to : 0);
      k += count;
    } while (k < of->depth);
  }
}

static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_f32* p = (const nook_batch_matmul_f32*)params;
  *(float*)y = dot_of(&p->walk, a_row, b_column, 0, 0);
}

static inline void multiply_all(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y) {
  const nook_batch_matmul_walk* const of = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  if (has_fpu()) {
    nook_each_product(of, p, a, b, y, (int32_t)sizeof *y, dot);
    return;
  }
  for (;; y += of->rows * of->columns) {
    multiply(of, a, b, y);
    const int32_t d = nook_next_index(index, of->dim, of->rank);
    if (d < 0) return;
    a += of->a_jump[d], b += of->b_jump[d];
  }
}

#endif
