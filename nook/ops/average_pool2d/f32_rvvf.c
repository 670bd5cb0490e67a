/* float32 AVERAGE_POOL_2D on cores with vectors of floats. */
#include "nook/kernels/pool/rvvf/average_f32_rvvf.h"
#include "nook/ops/average_pool2d/by_rows.h"
#include "nook/ops/families/pool_pixels.h"

void nook_average_pool2d_f32_rvvf_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32, float)) {
  (void)scratch_memory;
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  nook_pool_f32_pixel job = nook_pool_f32_row_job(p, &w);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->in_c) {
    nook_pool_f32_move(p, ox, &w, &job);
    job.count = (float)nook_pool_count(&w);
    nook_average_pool_f32_rvvf(&job, w.first, y_row);
  }
}
void nook_average_pool2d_f32_rvvf(NOOK_POOL_ARGUMENTS(nook_pool_f32, float)){
    NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_f32_rvvf_row)}

NOOK_AVERAGE_ACCUMULATE(nook_average_pool2d_f32_rvvf_accumulate, f32, float, float)
    NOOK_AVERAGE_FINISH(nook_average_pool2d_f32_rvvf_finish, f32, float, float, nook_average_of_f32)
