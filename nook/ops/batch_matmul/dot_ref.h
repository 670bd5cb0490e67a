/* One element of a product. The including file defines the types of elements, products and sums: dot_element,
 * dot_product and dot_sum. */
#ifndef NOOK_OPS_BATCH_MATMUL_DOT_REF_H_
#define NOOK_OPS_BATCH_MATMUL_DOT_REF_H_

#include "nook/ops/batch_matmul/matrices.h"

/* The sum of products of a row of a and a column of b, after subtracting their zero points. */
static inline __attribute__((always_inline)) dot_sum dot_of(const nook_batch_matmul_walk* w,
                                                            const void* a_row, const void* b_column,
                                                            dot_product a_zero, dot_product b_zero) {
  const dot_element *a = (const dot_element*)a_row, *b = (const dot_element*)b_column;
  const int32_t a_step = w->a_step, b_step = w->b_step;
  dot_sum sum = 0;
  for (int32_t k = w->depth; k > 0; --k, a += a_step, b += b_step)
    sum += (dot_sum)((*a - a_zero) * (*b - b_zero));
  return sum;
}

#endif
