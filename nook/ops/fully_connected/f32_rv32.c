/* float32 FULLY_CONNECTED in integers (soft_f32.h). */
#include "nook/kernels/dot/rv32/soft_sums_rv32.h"
#include "nook/ops/fully_connected/soft_f32.h"

void nook_fully_connected_f32_rv32(const nook_fully_connected_f32* p, const float* x, const float* w,
                                   const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  fully_connected_soft(p, x, w, bias, y);
}
