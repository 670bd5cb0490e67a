/* float32 TRANSPOSE_CONV on cores with an FPU, with packed weights (tiles_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_4x4_f32_fpu.h"
#include "nook/ops/transpose_conv/tiles_f32.h"

static void compute_tile(const nook_dot_4x4_f32* job) { nook_dot_4x4_f32_fpu(job); }

void nook_transpose_conv_f32_fpu_row(const nook_transpose_conv_f32* p, const nook_rows* x, int32_t oy,
                                     const float* w, const float* bias, float* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  transposed_row(p, x, oy, w, y_row);
}
void nook_transpose_conv_f32_fpu(const nook_transpose_conv_f32* p, const float* w, const float* x,
                                 const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  transposed_images(p, w, x, y, nook_transpose_conv_f32_fpu_row);
}
