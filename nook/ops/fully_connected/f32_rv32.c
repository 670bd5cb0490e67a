/* float32 FULLY_CONNECTED in integers (soft_f32.h). */
#include "nook/kernels/dot/rv32/dot_f32_rv32.h"

static inline int has_fpu(void) { return nook_dot_f32_rv32_on_fpu(); }
static inline float sum_products(const float* x, const float* w, int32_t count, float sum) {
  return nook_dot_f32_rv32(x, w, count, sum);
}
#include "nook/ops/fully_connected/soft_f32.h"

void nook_fully_connected_f32_rv32(const nook_fully_connected_f32* p, const float* x, const float* w,
                                   const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  fully_connected_soft(p, x, w, bias, y);
}
