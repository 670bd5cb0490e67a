#include <float.h>

#include "nook/ops/max_pool2d/maximum.h"

NOOK_MAX_POOL_PIXEL(f32, float, float, -FLT_MAX)

__attribute__((noinline)) void nook_max_pool2d_f32_ref_row(const nook_pool_f32* p, const nook_rows* x,
                                                           int32_t oy, float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, pixel);
}
void nook_max_pool2d_f32_ref(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n, rows.base = x) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c)
      nook_max_pool2d_f32_ref_row(p, &rows, oy, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
  }
}
