/* float32 BATCH_MATMUL in integers (soft_f32.h). */
#include "nook/kernels/dot/rv32/soft_sums_rv32.h"
#include "nook/ops/batch_matmul/soft_f32.h"

void nook_batch_matmul_f32_rv32(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                                void* scratch_memory) {
  (void)scratch_memory;
  multiply_all(p, a, b, y);
}
