#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/depthwise_conv2d/strip_rows_dsp.h"
#include "nook/ops/depthwise_conv2d/taps_rows_dsp.h"

/* sum + the product of the low halves, of the high halves; they wrap around. */
static inline uint32_t add_low(uint32_t a, uint32_t b, uint32_t sum) {
  __asm("smlabb %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline uint32_t add_high(uint32_t a, uint32_t b, uint32_t sum) {
  __asm("smlatt %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

/* Four multiply-accumulates take two loads, four instructions that unpack the bytes (and subtract the zero
 * point), four that multiply and add, and four for the loop. */
static inline nook_four_sums add_products(nook_four_sums sums, const int8_t* x, const int8_t* w,
                                          uint32_t minus) {
  const uint32_t pixels = nook_load_word(x), taps = nook_load_word(w);
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

void nook_depthwise_conv2d_s8_dsp_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  nook_four_row(p, x, oy, w, bias, y_row, minus_zero(p));
}

void nook_depthwise_conv2d_s8_dsp(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  nook_four_images(p, x, w, bias, y, minus_zero(p));
}

/* 3x3 with packed weights. Pixels whose windows are inside the image have taps at the same offsets from the
 * pixel of padding (after the packed weights) as the first of them; the others are computed one at a time. */

typedef void dw_3x3_pixels(const nook_dw_3x3*, const int32_t*);

/* The rows under a filter at one row of the output: the offset of their column 0 from the pixel of padding,
 * and all ones if they are inside the image. */
typedef struct dw_3x3_rows {
  int32_t offsets[3], inside[3];
} dw_3x3_rows;

/* Separate functions, shared by kernels that call different code. */
#define NOOK_SHARED static __attribute__((noinline))

NOOK_SHARED void find_rows(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                           const int8_t* padding, dw_3x3_rows* rows) {
  int32_t y = oy * p->stride_h - p->pad_top;
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i, y += p->dilation_h) {
    rows->inside[i] = -(int32_t)((uint32_t)y < (uint32_t)p->in_h);
    rows->offsets[i] = rows->inside[i] ? (int32_t)((uintptr_t)nook_row(x, y) - (uintptr_t)padding) : 0;
  }
}

/* Finds the offsets of the taps of the pixel whose column 0 is at x0. A tap outside the image has offset 0,
 * the padding. Returns the number of pixels from there on that have windows inside the image, or 1, and at
 * most `left`. */
NOOK_SHARED int32_t find_taps(const nook_depthwise_conv2d_s8* p, const dw_3x3_rows* rows, int32_t x0,
                              int32_t left, int32_t* to) {
  const int32_t room =
      p->in_w - 1 - 2 * p->dilation_w - x0; /* the number of columns by which it may advance */
  int32_t pixels = 1;
  if ((rows->inside[0] & rows->inside[1] & rows->inside[2]) && x0 >= 0 && room >= 0)
    pixels = room / p->stride_w + 1;
#pragma GCC unroll 1
  for (const int32_t* const end = to + 3; to < end; ++to, x0 += p->dilation_w) {
    const int32_t column = x0 * p->in_c, inside = -(int32_t)((uint32_t)x0 < (uint32_t)p->in_w);
    to[0] = (rows->offsets[0] + column) & rows->inside[0] & inside;
    to[3] = (rows->offsets[1] + column) & rows->inside[1] & inside;
    to[6] = (rows->offsets[2] + column) & rows->inside[2] & inside;
  }
  return pixels < left ? pixels : left;
}

/* Always inlined: called by name, so that tools/stack.py finds the kernels. */
static inline __attribute__((always_inline)) void row_of_3x3(const nook_depthwise_conv2d_s8* p,
                                                             const nook_rows* x, int32_t oy, const int8_t* w,
                                                             int8_t* y_row, dw_3x3_pixels* pixels) {
  const int8_t* const padding = w + nook_dw_3x3_stream(p->in_c);
  nook_dw_3x3 job = {padding, y_row, w, (p->stride_w - 1) * p->in_c, 1, p->out_c, p->out_zero};
  dw_3x3_rows rows;
  find_rows(p, x, oy, padding, &rows);
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    int32_t offsets[9];
    job.pixels = find_taps(p, &rows, x0, left, offsets);
    pixels(&job, offsets);
    job.y += job.pixels * p->out_c, x0 += job.pixels * p->stride_w;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

__attribute__((noinline)) void nook_depthwise_conv2d_s8_dsp_3x3_row(const nook_depthwise_conv2d_s8* p,
                                                                    const nook_rows* x, int32_t oy,
                                                                    const int8_t* w, const int32_t* bias,
                                                                    int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_dsp);
}

/* For layers with a RELU. */
__attribute__((noinline)) void nook_depthwise_conv2d_s8_dsp_3x3_relu_row(const nook_depthwise_conv2d_s8* p,
                                                                         const nook_rows* x, int32_t oy,
                                                                         const int8_t* w, const int32_t* bias,
                                                                         int8_t* y_row,
                                                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_relu_dsp);
}

void nook_depthwise_conv2d_s8_dsp_3x3(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_3x3_row);
}

void nook_depthwise_conv2d_s8_dsp_3x3_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_3x3_relu_row);
}

void nook_depthwise_conv2d_s8_dsp_k64_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                             int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_taps_row_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_dsp_k64(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_k64_row);
}
void nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_strip_row_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                     int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_3x3_48x4_relu_row);
}
void nook_depthwise_conv2d_s8_dsp_3x3s2_24x4_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                         int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_strip_by_two_row_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_dsp_3x3s2_24x4_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_3x3s2_24x4_relu_row);
}
