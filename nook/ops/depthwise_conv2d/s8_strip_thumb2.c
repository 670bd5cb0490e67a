#include "nook/kernels/depthwise/armv7m/strip_thumb2.h"
#include "nook/ops/depthwise_conv2d/each_row.h"

static inline __attribute__((always_inline)) void strip_row(const nook_depthwise_conv2d_s8* p,
                                                            const nook_rows* x, int32_t oy, const int8_t* w,
                                                            int8_t* y_row, int32_t stride,
                                                            void (*strip)(nook_strip_thumb2*)) {
  const int32_t last = stride * (p->out_w - 1) - p->pad_left + 2, right = last == p->in_w;
  const int32_t y0 = oy * p->stride_h - p->pad_top, y2 = y0 + 2 * p->dilation_h;
  const int32_t above = y0 < 0, below = y2 >= p->in_h;
  const int8_t* const middle = (const int8_t*)nook_row(x, y0 + p->dilation_h);
  const int8_t* const first = above ? middle : (const int8_t*)nook_row(x, y0);
  const int8_t* const end = below ? middle : (const int8_t*)nook_row(x, y2);
  nook_strip_thumb2 job = {(const nook_strip_channel*)w,
                           first,
                           y_row,
                           y_row + (p->out_w - right) * p->out_c,
                           p->out_c,
                           (int32_t)(middle - first),
                           (int32_t)(end - first),
                           p->out_zero,
                           p->out_c,
                           p->in_zero,
                           p->pad_left,
                           right,
                           above,
                           below};
  strip(&job);
}

void nook_depthwise_conv2d_s8_thumb2_3x3_strip_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                      int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  strip_row(p, x, oy, w, y_row, 1, nook_depthwise_strip_thumb2);
}
void nook_depthwise_conv2d_s8_thumb2_3x3_strip(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                    int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_thumb2_3x3_strip_row);
}
void nook_depthwise_conv2d_s8_thumb2_3x3s2_strip_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                        int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  strip_row(p, x, oy, w, y_row, 2, nook_depthwise_strip_by_two_thumb2);
}
void nook_depthwise_conv2d_s8_thumb2_3x3s2_strip(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                      int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_thumb2_3x3s2_strip_row);
}
