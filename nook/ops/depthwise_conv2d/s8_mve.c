#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/nine_mve.h"
#include "nook/ops/shared/bytes_mve.h"

/* Where the nine taps of output pixel (y0, x0) are; those in the padding are a pixel behind the stream. */
static void find_taps(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0,
                      const int8_t* outside, const int8_t** tap) {
  for (int32_t i = 0; i < 3; ++i, y0 += p->dilation_h) {
    const int8_t* const row = y0 >= 0 && y0 < p->in_h ? (const int8_t*)nook_row(x, y0) : 0;
    for (int32_t j = 0, at = x0; j < 3; ++j, at += p->dilation_w)
      *tap++ = row && at >= 0 && at < p->in_w ? row + at * p->in_c : outside;
  }
}

/* As many pixels as there are `together` at a time, and the rest as one. */
static void run_pixels(nook_nine_mve* job, int32_t pixels, int32_t together, int32_t step, int32_t c) {
  const int32_t times = pixels / together, rest = pixels - times * together;
  if (times > 0) {
    job->pixels = times, job->channels = together * c, job->step = together * step;
    nook_nine_mve_run(job);
    job->y += times * together * c;
  }
  if (rest > 0) {
    job->pixels = 1, job->channels = rest * c;
    nook_nine_mve_run(job);
  }
}

void nook_depthwise_conv2d_s8_mve_3x3_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, c = p->out_c;
  const int32_t together = nook_nine_mve_pixels(c, p->stride_w, p->out_w);
  const int8_t* const outside = w + (c * together + 15) / 16 * NOOK_NINE_MVE_BYTES;
  nook_nine_mve job = {{0}, y_row, w, 0, 1, c, p->out_zero};
  const int32_t rows_inside = y0 >= 0 && y0 + 2 * p->dilation_h < p->in_h;
  for (int32_t ox = 0, pixels; ox < p->out_w; ox += pixels) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const int32_t room = p->in_w - 1 - 2 * p->dilation_w - x0; /* columns that it may move on */
    pixels = rows_inside && x0 >= 0 && room >= 0 ? room / p->stride_w + 1 : 1;
    if (pixels > p->out_w - ox) pixels = p->out_w - ox;
    find_taps(p, x, y0, x0, outside, job.tap);
    job.y = y_row + ox * c;
    run_pixels(&job, pixels, together, p->stride_w * c, c);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_mve(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_depthwise_conv2d_s8_mve_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      nook_depthwise_conv2d_s8_mve_3x3_row(p, &rows, oy, w, bias, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
