#include "nook/ops/depthwise_conv2d/strip_rows_dsp.h"

#include "nook/ops/depthwise_conv2d/each_strip_dsp.h"

static inline const int8_t* padding_of(const nook_depthwise_conv2d_s8* p, const void* w) {
  return nook_strip_padding(p, w);
}

void nook_strip_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row) {
  each_strip(p, x, oy, w, y_row, NOOK_STRIP_PIXELS, nook_strip_dsp);
}

void nook_strip_by_two_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                               const int8_t* w, int8_t* y_row) {
  each_strip(p, x, oy, w, y_row, NOOK_STRIP_PIXELS_BY_TWO, nook_strip_by_two_dsp);
}
