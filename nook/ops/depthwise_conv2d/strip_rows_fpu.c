#include "nook/ops/depthwise_conv2d/strip_rows_fpu.h"

#include "nook/kernels/depthwise/armv7em_fpu/strip_fpu.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/strip_window_dsp.h"

/* Inlined, so that the callee is a compile-time constant. */
static inline __attribute__((always_inline)) void short_row(const nook_depthwise_conv2d_s8* p,
                                                            const nook_rows* x, int32_t oy, const int8_t* w,
                                                            const int8_t* padding, int8_t* y_row,
                                                            void (*row)(const nook_strip_row*)) {
  const int32_t width = p->in_w, odd = width & 1, is_short = width <= 4;
  nook_strip_row job;
  nook_find_strip_window_dsp(p, x, oy, padding, &job.window);
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i) {
    const int32_t step = job.window.step[i];
    const int8_t* const last = job.window.row[i] + (width - 1) * step;
    job.last_step[i] = odd ? (int32_t)((uintptr_t)padding - (uintptr_t)last) : step;
  }
  job.flags = (odd ? NOOK_STRIP_IS_ODD : 0) | (is_short ? NOOK_STRIP_IS_SHORT : 0);
  job.y = y_row, job.channels = p->in_c, job.weights = w,
  job.zero = ((uint32_t)p->in_zero & 0xffffu) * 0x10001u;
  row(&job);
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_short_row_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row) {
  short_row(p, x, oy, w, nook_strip_padding(p, w), y_row, nook_strip_fpu);
}

void nook_short_row_s4_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           int8_t* y_row) {
  short_row(p, x, oy, w, nook_strip_s4_padding(p, w), y_row, nook_strip_s4_fpu);
}
