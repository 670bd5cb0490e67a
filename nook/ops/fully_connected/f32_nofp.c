/* float32 FULLY_CONNECTED in integers (soft_f32.h). */
#include "nook/kernels/dot/armv7m/soft_sums_nofp.h"
#include "nook/ops/fully_connected/soft_f32.h"

void nook_fully_connected_f32_nofp(const nook_fully_connected_f32* p, const float* x, const float* w,
                                   const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  fully_connected_soft(p, x, w, bias, y);
}
