#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/depthwise_conv2d/row_of_3x3_dsp.h"
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

__attribute__((noinline)) void nook_depthwise_conv2d_s8_dsp_3x3_row(const nook_depthwise_conv2d_s8* p,
                                                                    const nook_rows* x, int32_t oy,
                                                                    const int8_t* w, const int32_t* bias,
                                                                    int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_stream(p->in_c), nook_dw_3x3_dsp);
}

/* For layers with a RELU. */
__attribute__((noinline)) void nook_depthwise_conv2d_s8_dsp_3x3_relu_row(const nook_depthwise_conv2d_s8* p,
                                                                         const nook_rows* x, int32_t oy,
                                                                         const int8_t* w, const int32_t* bias,
                                                                         int8_t* y_row,
                                                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_stream(p->in_c), nook_dw_3x3_relu_dsp);
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
