/* float32 BATCH_MATMUL in integers (soft_f32.h). */
#include "nook/kernels/dot/armv6m/soft_sums_thumb1.h"
#include "nook/ops/batch_matmul/soft_f32.h"

void nook_batch_matmul_f32_thumb1(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                                  void* scratch_memory) {
  (void)scratch_memory;
  multiply_all(p, a, b, y);
}
