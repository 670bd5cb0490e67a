#include <string.h>

#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/depthwise_conv2d/nine_dsp.h"
#include "nook/ops/shared/bytes_dsp.h"

/* sum + the product of the low halves, of the high halves; they wrap around. */
static inline uint32_t add_low(uint32_t a, uint32_t b, uint32_t sum) {
  __asm("smlabb %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline uint32_t add_high(uint32_t a, uint32_t b, uint32_t sum) {
  __asm("smlatt %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

static inline uint32_t load(const int8_t* from) {
  uint32_t word;
  memcpy(&word, from, sizeof word);
  return word;
}

/* For four multiply-accumulates: two loads, four instructions that spread the bytes (and subtract the zero
 * point), four that multiply and add, and four of the loop around it. */
static inline nook_four_sums add_products(nook_four_sums sums, const int8_t* x, const int8_t* w,
                                          uint32_t minus) {
  const uint32_t pixels = load(x), taps = load(w);
  const uint32_t x_even = nook_even_bytes(minus, pixels), x_odd = nook_odd_bytes(minus, pixels);
  const uint32_t w_even = nook_even_bytes_alone(taps), w_odd = nook_odd_bytes_alone(taps);
  sums.a = add_low(x_even, w_even, sums.a), sums.b = add_low(x_odd, w_odd, sums.b);
  sums.c = add_high(x_even, w_even, sums.c), sums.d = add_high(x_odd, w_odd, sums.d);
  return sums;
}

static inline uint32_t minus_zero(const nook_depthwise_conv2d_s8* p) {
  const uint32_t minus = (uint32_t)-p->in_zero & 0xffffu; /* in both halves */
  return minus << 16 | minus;
}

void nook_depthwise_conv2d_s8_dsp_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                      const int8_t* w, const int32_t* bias, int8_t* y_row,
                                      void* scratch_memory) {
  (void)scratch_memory;
  nook_four_row(p, x, oy, w, bias, y_row, minus_zero(p));
}

void nook_depthwise_conv2d_s8_dsp(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                  const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_four_images(p, x, w, bias, y, minus_zero(p));
}

/* 3 by 3 with packed weights: pixels whose window is inside the image read it there, the others a tap
 * at a time. */

static nook_nine job_for(const nook_depthwise_conv2d_s8* p, const int8_t* w, int8_t* y) {
  nook_nine job = {{0, 0, 0}, y, w, p->in_c, 0, 1, p->out_c, p->out_zero};
  return job;
}

static void clamp_nine(const nook_depthwise_conv2d_s8* p, const nook_nine* job) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->channels, p->act_min, p->act_max);
}

/* A pixel of the padding is behind the stream; taps are addressed from there. */
static void edge_pixel(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0,
                       const int8_t* w, int8_t* y) {
  nook_nine job = job_for(p, w, y);
  job.row[0] = w + nook_nine_stream(p->in_c);
  int32_t apart[9], *to = apart;
  for (int32_t i = 0; i < 3; ++i, y0 += p->dilation_h) {
    const uintptr_t row = y0 >= 0 && y0 < p->in_h ? (uintptr_t)nook_row(x, y0) : 0;
    for (int32_t j = 0, at = x0; j < 3; ++j, at += p->dilation_w)
      *to++ = row && at >= 0 && at < p->in_w
                  ? (int32_t)(row + (uintptr_t)(at * p->in_c) - (uintptr_t)job.row[0])
                  : 0;
  }
  nook_nine_edge_dsp(&job, apart);
  clamp_nine(p, &job);
}

/* Pixels ox to end - 1, whose windows are inside the image. */
static void inner_pixels(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t ox,
                         int32_t end, const int8_t* w, int8_t* y_row) {
  nook_nine job = job_for(p, w, y_row + ox * p->out_c);
  for (int32_t i = 0; i < 3; ++i)
    job.row[i] =
        (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + (ox * p->stride_w - p->pad_left) * p->in_c;
  job.column = p->dilation_w * p->in_c, job.step = (p->stride_w - 1) * p->in_c, job.pixels = end - ox;
  nook_nine_dsp(&job);
  clamp_nine(p, &job);
}

void nook_depthwise_conv2d_s8_dsp_3x3_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  int32_t ox = 0, inner = p->out_w, end = p->out_w; /* inside the image are [inner, end) */
  if (y0 >= 0 && y0 + 2 * p->dilation_h < p->in_h) {
    const int32_t last = p->in_w - 1 - 2 * p->dilation_w + p->pad_left; /* that column 0 may be at */
    inner = (p->pad_left + p->stride_w - 1) / p->stride_w;
    end = last < 0 ? 0 : last / p->stride_w + 1;
    if (end > p->out_w) end = p->out_w;
    if (end <= inner) inner = end = p->out_w;
  }
  for (; ox < p->out_w; ++ox) {
    if (ox == inner && inner < end) {
      inner_pixels(p, x, y0, ox, end, w, y_row);
      ox = end;
      if (ox == p->out_w) break;
    }
    edge_pixel(p, x, y0, ox * p->stride_w - p->pad_left, w, y_row + ox * p->out_c);
  }
}

void nook_depthwise_conv2d_s8_dsp_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      nook_depthwise_conv2d_s8_dsp_3x3_row(p, &rows, oy, w, bias, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
