/* float32 MAX_POOL_2D on cores with vectors of floats. */
#include "nook/kernels/pool/rvvf/max_f32_rvvf.h"
#include "nook/ops/families/pool_pixels.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

void nook_max_pool2d_f32_rvvf_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32, float)) {
  (void)scratch_memory;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  nook_pool_f32_pixel job = nook_pool_f32_row_job(p, &w);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_f32_move(p, ox, &w, &job);
    nook_max_pool_f32_rvvf(&job, w.first, y_row);
  }
}
void nook_max_pool2d_f32_rvvf(NOOK_POOL_ARGUMENTS(nook_pool_f32, float)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_f32_rvvf_row)
}
