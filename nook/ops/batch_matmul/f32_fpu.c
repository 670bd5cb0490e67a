/* float32 BATCH_MATMUL on cores with an FPU (tiles_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_4x4_f32_fpu.h"
#include "nook/ops/batch_matmul/tiles_f32.h"

void nook_batch_matmul_f32_fpu(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                               void* scratch_memory) {
  nook_multiply_tiles_f32(p, a, b, y, (float*)scratch_memory, p->walk.columns, nook_dot_4x4_f32_fpu);
}

/* Likewise with a panel of columns on the stack. */
void nook_batch_matmul_f32_fpu_stack(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y,
                                     void* scratch_memory) {
  float panel[NOOK_BATCH_MATMUL_STACK / sizeof(float)];
  (void)scratch_memory;
  nook_multiply_tiles_f32(p, a, b, y, panel, nook_panel_f32(&p->walk), nook_dot_4x4_f32_fpu);
}
