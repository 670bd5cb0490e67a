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

void nook_batch_matmul_s8_ref(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                              void* scratch_memory) {
  (void)scratch_memory;
  nook_each_product(&p->walk, p, a, b, y, (int32_t)sizeof *y, dot);
}
