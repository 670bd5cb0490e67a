/* Windows of few inputs, and pixels of few channels, of layers with a fused RELU: weights of 16 bits meet
 * them where they are. */
#include "nook/ops/conv2d/dense_rows.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/small_windows.h"
#include "nook/ops/shared/dot_wide_dsp.h"

static nook_dot_wide job_for(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                             int32_t pixels) {
  nook_dot_wide job = {x,          y,           w,
                       p->out_c,   pixels,      p->stride_w * p->in_c,
                       0,          p->filter_h, p->filter_w * p->in_c,
                       p->act_min, p->act_max};
  return job;
}

/* Some taps are outside the image, or the end of a ring is between rows. */
static void by_window(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, int32_t ox, int32_t end,
                      const int8_t* w, int8_t* y_row) {
  int8_t window[NOOK_WIDE_MOST_INPUTS];
  nook_dot_wide job = job_for(p, window, w, y_row + ox * p->out_c, 1);
  const int32_t bytes = (job.rows * job.size + 3) & ~3;
  for (; ox < end; ++ox, job.y += p->out_c) {
    put_small_window(p, x, oy * p->stride_h - p->pad_top, ox * p->stride_w - p->pad_left, window, bytes);
    nook_dot_wide_dsp(&job);
  }
}

/* Not inline: whoever makes one row has it in common with whoever makes all. */
static __attribute__((noinline)) void wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                               const int8_t* w, int8_t* y_row) {
  const dense_rows dense = find_dense_rows(p, x, oy * p->stride_h - p->pad_top);
  int32_t begin = p->out_w, end = p->out_w; /* the pixels that are read where they are */
  if (dense.first && dense.count == p->filter_h && p->in_w >= p->filter_w) {
    begin = (p->pad_left + p->stride_w - 1) / p->stride_w;
    end = (p->in_w - p->filter_w + p->pad_left) / p->stride_w + 1;
    if (end > p->out_w) end = p->out_w;
    if (end <= begin) begin = end = p->out_w;
  }
  by_window(p, x, oy, 0, begin, w, y_row);
  if (begin == p->out_w) return;
  nook_dot_wide job = job_for(p, dense.first + (begin * p->stride_w - p->pad_left) * p->in_c, w,
                              y_row + begin * p->out_c, end - begin);
  job.on = dense.apart - job.size;
  nook_dot_wide_dsp(&job);
  by_window(p, x, oy, end, p->out_w, w, y_row);
}

static __attribute__((noinline)) void wide_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  nook_dot_wide job = job_for(p, x, w, y, pixels);
  const int32_t words = p->in_c / 4;
  job.size = NOOK_WIDE_MOST_WORDS;
  while (words % job.size) --job.size;
  job.rows = words / job.size, job.size *= 4;
  nook_dot_wide_dsp(&job);
}

void nook_conv2d_s8_dsp_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  wide_row(p, x, oy, w, y_row);
}

void nook_conv2d_s8_dsp_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                             int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_wide_row);
}

void nook_conv2d_s8_dsp_1x1_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  wide_pixels(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_1x1_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    wide_pixels(p, x, w, y, p->batch * p->out_h * p->out_w); /* all images are one row */
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_wide_row);
}
