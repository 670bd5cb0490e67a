#include "nook/core/fixed_point.h"
#include "nook/ops/batch_matmul/matrices.h"

/* The sum wraps around on overflow, which only hostile models cause. */
static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_s8* p = (const nook_batch_matmul_s8*)params;
  const int8_t *a = (const int8_t*)a_row, *b = (const int8_t*)b_column;
  const int32_t a_zero = p->a_zero, b_zero = p->b_zero, a_step = p->walk.a_step, b_step = p->walk.b_step;
  uint32_t sum = 0;
  for (int32_t k = p->walk.depth; k > 0; --k, a += a_step, b += b_step)
    sum += (uint32_t)((*a - a_zero) * (*b - b_zero));
  *(int8_t*)y = (int8_t)nook_requantize((int32_t)sum, p->multiplier, p->shift, p->out_zero, -128, 127);
}

NOOK_BATCH_MATMUL_OF_DOTS(nook_batch_matmul_s8_ref, nook_batch_matmul_s8, int8_t)
