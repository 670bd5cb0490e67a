typedef float dot_element, dot_product, dot_sum;
#include "nook/ops/batch_matmul/dot_ref.h"

static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_f32* p = (const nook_batch_matmul_f32*)params;
  *(float*)y = dot_of(&p->walk, a_row, b_column, 0, 0);
}

void nook_batch_matmul_f32_ref(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                               void* scratch_memory) {
  (void)scratch_memory;
  nook_each_product(&p->walk, p, a, b, y, (int32_t)sizeof *y, dot);
}
