#include "nook/ops/depthwise_conv2d/strip_window_dsp.h"

void nook_find_strip_window_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                const int8_t* padding, nook_strip_window* to) {
#pragma GCC unroll 1
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    const int32_t inside = (uint32_t)y < (uint32_t)p->in_h;
    to->row[i] = inside ? (const int8_t*)nook_row(x, y) : padding;
    to->step[i] = inside ? p->in_c : 0;
  }
}
