/* float32 SVDF on cores with an FPU, with weights as they are in the model (tiles_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_8_rows_f32_fpu.h"
#include "nook/ops/svdf/svdf.h"

static inline void sum_eight(const nook_svdf_f32* p, const float* x, const float* w, int32_t tile,
                             int32_t first, float* sums) {
  (void)tile;
  nook_dot_8_rows_f32_fpu(x, w + first * p->in, p->in, sums);
}
#include "nook/ops/svdf/tiles_f32.h"

void nook_svdf_f32_fpu(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory) {
  (void)scratch_memory;
  svdf_in_tiles(p, x, w, time, bias, state, y);
}
