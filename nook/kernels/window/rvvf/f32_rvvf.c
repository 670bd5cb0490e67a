/* float32 convolutions on cores with vectors of floats. */
#include "nook/core/row_after_row.h"
#include "nook/kernels/dot/rvvf/dot_f32_rvvf.h"

NOOK_ROW_AFTER_ROW(each_row, nook_window_f32, float, float, float)

/* One tap and no padding. */
static void compute_pixels(const nook_window_f32* p, const float* x, const float* w, float* y,
                           int32_t pixels) {
  nook_windows_f32 job;
  nook_one_tap_f32(&job, p->in_c, p->out_c);
  job.x = (const char*)x, job.y = y, job.weights = w + p->out_c, job.bias = w;
  job.pixels = pixels, job.step *= p->stride_w;
  job.low = p->act_min, job.high = p->act_max;
  nook_dot_f32_rvvf(&job);
}

void nook_conv2d_f32_rvvf_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_pixels(p, (const float*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}
void nook_conv2d_f32_rvvf_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  if (p->stride_h == 1 && p->stride_w == 1)
    compute_pixels(p, x, w, y, p->batch * p->out_h * p->out_w);
  else
    each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_rvvf_1x1_row);
}

void nook_conv2d_f32_rvvf_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  nook_windows_f32 job;
  const nook_window_row_f32 row = nook_begin_windows_f32(p, x, oy, w + p->out_c, p->in_c * p->out_c, &job);
  job.bias = w, job.y = y_row, job.weight_step = job.y_step;
  for (int32_t ox = 0; ox < p->out_w; ox += job.pixels, job.y += job.pixels * p->out_c) {
    nook_next_windows_f32(&row, ox, p->dilation_w == 1, &job);
    nook_dot_f32_rvvf(&job);
  }
}
void nook_conv2d_f32_rvvf(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_rvvf_row);
}
