#include <string.h>

#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/depthwise_conv2d/nine_dsp.h"
#include "nook/ops/depthwise_conv2d/taps_rows_dsp.h"
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
  nook_nine job = {{0, 0, 0}, y,        w,          p->dilation_w * p->in_c, (p->stride_w - 1) * p->in_c,
                   1,         p->out_c, p->out_zero};
  return job;
}

typedef void nine_pixels(const nook_nine*);
typedef void nine_edge(const nook_nine*, const int32_t*);

/* The rows that a filter covers at one row of the output: how far their column 0 is from the pixel of the
 * padding behind the stream, and all ones where they are inside the image. */
typedef struct edge_rows {
  int32_t apart[3], inside[3];
} edge_rows;

static edge_rows find_edge_rows(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0,
                                const int8_t* padding) {
  edge_rows rows;
  for (int32_t i = 0; i < 3; ++i, y0 += p->dilation_h) {
    rows.inside[i] = -(int32_t)((uint32_t)y0 < (uint32_t)p->in_h);
    rows.apart[i] = rows.inside[i] ? (int32_t)((uintptr_t)nook_row(x, y0) - (uintptr_t)padding) : 0;
  }
  return rows;
}

/* Pixels ox to end - 1, each of whose taps may be outside the image: that is at the padding, 0 bytes apart.
 */
static inline __attribute__((always_inline)) void edge_pixels(const nook_depthwise_conv2d_s8* p,
                                                              const edge_rows* rows, nook_nine* job,
                                                              int32_t ox, int32_t end, nine_edge* edge) {
  int32_t apart[9], x0 = ox * p->stride_w - p->pad_left;
  const uint32_t in_w = (uint32_t)p->in_w;
  for (; ox < end; ++ox, x0 += p->stride_w, job->y += job->channels) {
    int32_t at = x0;
    for (int32_t* to = apart; to < apart + 3; ++to, at += p->dilation_w) {
      const int32_t column = at * p->in_c, inside = -(int32_t)((uint32_t)at < in_w);
      to[0] = (rows->apart[0] + column) & rows->inside[0] & inside;
      to[3] = (rows->apart[1] + column) & rows->inside[1] & inside;
      to[6] = (rows->apart[2] + column) & rows->inside[2] & inside;
    }
    edge(job, apart);
  }
}

/* Where those whose windows are inside the image begin. */
static inline void place_inner(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t ox,
                               nook_nine* job) {
  for (int32_t i = 0; i < 3; ++i)
    job->row[i] =
        (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + (ox * p->stride_w - p->pad_left) * p->in_c;
}

/* Always inline: called by name, the kernels are known to who measures stacks. */
static inline __attribute__((always_inline)) void row_of_nine(const nook_depthwise_conv2d_s8* p,
                                                              const nook_rows* x, int32_t oy, const int8_t* w,
                                                              int8_t* y_row, nine_pixels* pixels,
                                                              nine_edge* edge) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  int32_t inner = p->out_w, end = p->out_w; /* inside the image are [inner, end) */
  if (y0 >= 0 && y0 + 2 * p->dilation_h < p->in_h) {
    const int32_t last = p->in_w - 1 - 2 * p->dilation_w + p->pad_left; /* that column 0 may be at */
    inner = (p->pad_left + p->stride_w - 1) / p->stride_w;
    end = last < 0 ? 0 : last / p->stride_w + 1;
    if (end > p->out_w) end = p->out_w;
    if (end <= inner) inner = end = p->out_w;
  }
  const int8_t* const padding = w + nook_nine_stream(p->in_c);
  nook_nine job = job_for(p, w, y_row);
  const edge_rows rows = find_edge_rows(p, x, y0, padding);
  int32_t ox = 0, at_edge = inner;
  for (;;) {
    job.row[0] = padding;
    edge_pixels(p, &rows, &job, ox, at_edge, edge);
    if (at_edge == p->out_w) break;
    place_inner(p, x, y0, inner, &job);
    job.pixels = end - inner;
    pixels(&job);
    job.y += job.pixels * p->out_c;
    ox = end, at_edge = p->out_w;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_depthwise_conv2d_s8_dsp_3x3_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_nine(p, x, oy, w, y_row, nook_nine_dsp, nook_nine_edge_dsp);
}

/* Negative outputs are clamped. */
void nook_depthwise_conv2d_s8_dsp_relu_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                           const int8_t* w, const int32_t* bias, int8_t* y_row,
                                           void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_nine(p, x, oy, w, y_row, nook_nine_relu_dsp, nook_nine_relu_edge_dsp);
}

typedef void row_kernel(const nook_depthwise_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                        const int32_t*, int8_t*, void*);

static inline __attribute__((always_inline)) void each_row(const nook_depthwise_conv2d_s8* p, const int8_t* x,
                                                           const int8_t* w, int8_t* y, row_kernel* row) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, 0);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

void nook_depthwise_conv2d_s8_dsp_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, y, nook_depthwise_conv2d_s8_dsp_3x3_row);
}

void nook_depthwise_conv2d_s8_dsp_relu(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                       const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, y, nook_depthwise_conv2d_s8_dsp_relu_row);
}

void nook_depthwise_conv2d_s8_dsp_taps_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                           const int8_t* w, const int32_t* bias, int8_t* y_row,
                                           void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_taps_row_dsp(p, x, oy, w, y_row);
}

void nook_depthwise_conv2d_s8_dsp_taps(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                       const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, y, nook_depthwise_conv2d_s8_dsp_taps_row);
}
