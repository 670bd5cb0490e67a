#include "nook/kernels/depthwise/rv32/strip_rv32.h"
#include "nook/ops/depthwise_conv2d/each_row.h"

/* Omits a row or column of taps that is outside the image, by setting its weights to 0. */
static void leave_out(nook_strip_channel* channel, int32_t line, int32_t in_zero) {
  int32_t sum = 0;
  for (int32_t j = 3 * line; j < 3 * line + 3; ++j) sum += channel->w[j], channel->w[j] = 0;
  channel->bias += (uint32_t)(in_zero * sum);
}

static inline __attribute__((always_inline)) void strip_row(const nook_depthwise_conv2d_s8* p,
                                                            const nook_rows* x, int32_t oy, const int8_t* w,
                                                            int8_t* y_row, int32_t stride,
                                                            void (*strip)(nook_strip_rv32*)) {
  const int32_t last = stride * (p->out_w - 1) - p->pad_left + 2, right = last == p->in_w;
  nook_strip_rv32 job = {(const nook_strip_channel*)w,
                         {0, 0, 0},
                         y_row,
                         p->out_c,
                         y_row + (p->out_w - right) * p->out_c,
                         p->out_zero,
                         p->act_max - p->out_zero,
                         p->in_zero,
                         p->pad_left,
                         right,
                         p->out_c};
  const int32_t y0 = oy * p->stride_h - p->pad_top, y2 = y0 + 2 * p->dilation_h;
  const int32_t above = y0 < 0, below = y2 >= p->in_h;
  job.row[1] = (const int8_t*)nook_row(x, y0 + p->dilation_h);
  job.row[0] = above ? job.row[1] : (const int8_t*)nook_row(x, y0);
  job.row[2] = below ? job.row[1] : (const int8_t*)nook_row(x, y2);
  if (!above && !below) {
    strip(&job);
    return;
  }
  const nook_strip_channel* channel = (const nook_strip_channel*)w;
  for (const nook_strip_channel* const end = channel + p->out_c; channel != end; ++channel) {
    nook_strip_channel changed = *channel;
    if (above) leave_out(&changed, 0, p->in_zero);
    if (below) leave_out(&changed, 2, p->in_zero);
    job.channel = &changed, job.channels = 1;
    strip(&job);
  }
}

static inline __attribute__((always_inline)) void by_one(const nook_depthwise_conv2d_s8* p,
                                                         const nook_rows* x, int32_t oy, const int8_t* w,
                                                         int8_t* y_row) {
  strip_row(p, x, oy, w, y_row, 1, nook_depthwise_strip_rv32);
}
static inline __attribute__((always_inline)) void by_two(const nook_depthwise_conv2d_s8* p,
                                                         const nook_rows* x, int32_t oy, const int8_t* w,
                                                         int8_t* y_row) {
  strip_row(p, x, oy, w, y_row, 2, nook_depthwise_strip_by_two_rv32);
}

void nook_depthwise_conv2d_s8_rv32_3x3_row_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  by_one(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_rv32_3x3_row_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                     int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_rv32_3x3_row_relu_row);
}
void nook_depthwise_conv2d_s8_rv32_3x3s2_row_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                         int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  by_two(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_rv32_3x3s2_row_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_rv32_3x3s2_row_relu_row);
}
