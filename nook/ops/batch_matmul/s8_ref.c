#include "nook/core/fixed_point.h"

typedef int8_t dot_element;
typedef int32_t dot_product;
typedef uint32_t dot_sum;
#include "nook/ops/batch_matmul/dot_ref.h"

/* The sum wraps around on overflow, which only hostile models cause. */
static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_s8* p = (const nook_batch_matmul_s8*)params;
  const uint32_t sum = dot_of(&p->walk, a_row, b_column, p->a_zero, p->b_zero);
  *(int8_t*)y = (int8_t)nook_requantize((int32_t)sum, p->multiplier, p->shift, p->out_zero, -128, 127);
}

NOOK_BATCH_MATMUL_OF_DOTS(nook_batch_matmul_s8_ref, nook_batch_matmul_s8, int8_t)
