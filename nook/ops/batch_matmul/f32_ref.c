#include "nook/ops/batch_matmul/matrices.h"

static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_f32* p = (const nook_batch_matmul_f32*)params;
  const float *a = (const float*)a_row, *b = (const float*)b_column;
  const int32_t a_step = p->walk.a_step, b_step = p->walk.b_step;
  float sum = 0;
  for (int32_t k = p->walk.depth; k > 0; --k, a += a_step, b += b_step) sum += *a * *b;
  *(float*)y = sum;
}

NOOK_BATCH_MATMUL_OF_DOTS(nook_batch_matmul_f32_ref, nook_batch_matmul_f32, float)
