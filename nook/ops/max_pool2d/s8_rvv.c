#include "nook/ops/families/pool_rvv.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

void nook_max_pool2d_s8_rvv_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, p->in_c);
    const nook_pool_rvv job = nook_pool_job_rvv(p, &w, 1);
    nook_max_rvv(&job, y_row);
  }
}

void nook_max_pool2d_s8_rvv(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_rvv_row)
}
