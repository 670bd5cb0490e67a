#include "nook/core/fixed_point.h"

typedef int16_t dot_element;
typedef int32_t dot_product;
typedef int64_t dot_sum;
#include "nook/ops/batch_matmul/dot_ref.h"

static void dot(const void* params, const void* a_row, const void* b_column, void* y) {
  const nook_batch_matmul_s16* p = (const nook_batch_matmul_s16*)params;
  const int64_t sum = dot_of(&p->walk, a_row, b_column, 0, 0);
  *(int16_t*)y = (int16_t)nook_clamp(nook_rescale_s64(sum, p->multiplier, p->shift), -32768, 32767);
}

void nook_batch_matmul_s16_ref(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                               void* scratch_memory) {
  (void)scratch_memory;
  nook_each_product(&p->walk, p, a, b, y, (int32_t)sizeof *y, dot);
}
