#include "nook/core/fixed_point.h"
#include "nook/ops/batch_matmul/matrices.h"

static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_s16* p = (const nook_batch_matmul_s16*)params;
  const int16_t *a = (const int16_t*)a_row, *b = (const int16_t*)b_column;
  const int32_t a_step = p->walk.a_step, b_step = p->walk.b_step;
  int64_t sum = 0;
  for (int32_t k = p->walk.depth; k > 0; --k, a += a_step, b += b_step) sum += *a * *b;
  *(int16_t*)y = (int16_t)nook_clamp(nook_rescale_s64(sum, p->multiplier, p->shift), -32768, 32767);
}

NOOK_BATCH_MATMUL_OF_DOTS(nook_batch_matmul_s16_ref, nook_batch_matmul_s16, int16_t)
