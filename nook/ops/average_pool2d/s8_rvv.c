#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rvv.h"

void nook_average_pool2d_s8_rvv_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, p->in_c);
    const nook_pool_rvv job = nook_pool_job_rvv(p, &w, nook_pool_count(&w));
    nook_average_rvv(&job, y_row);
  }
}

void nook_average_pool2d_s8_rvv(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s8_rvv_row)
}

void nook_average_pool2d_s8_rvv_accumulate(const nook_pool_s8* p, const int8_t* x_row, int32_t iy,
                                           void* sums_memory) {
  int32_t* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox, sums += p->in_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    nook_sum_pixels_rvv(x_row + (x0 + kx.begin) * p->in_c, kx.end - kx.begin, p->in_c, sums, iy);
  }
}

void nook_average_pool2d_s8_rvv_finish(const nook_pool_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t* sums = sums_memory;
  nook_pool_rvv job = {0};
  job.channels = p->in_c, job.low = p->act_min, job.high = p->act_max;
  for (int32_t ox = 0; ox < p->out_w; ++ox, sums += p->in_c, y += p->in_c) {
    const nook_taps kx = nook_taps_inside(ox * p->stride_w - p->pad_left, 1, p->filter_w, p->in_w);
    job.count = p->in_h * (kx.end - kx.begin);
    nook_average_of_sums_rvv(&job, sums, y);
  }
}
