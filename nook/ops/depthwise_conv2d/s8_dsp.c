#include <string.h>

#include "nook/ops/depthwise_conv2d/four.h"

/* Bytes 0 and 2 of x as the halves of a word, each with a half of `plus` added, and bytes 1 and 3. */
static inline uint32_t even_bytes(uint32_t plus, uint32_t x) {
  uint32_t halves;
  __asm("sxtab16 %0, %1, %2" : "=r"(halves) : "r"(plus), "r"(x));
  return halves;
}
static inline uint32_t odd_bytes(uint32_t plus, uint32_t x) {
  uint32_t halves;
  __asm("sxtab16 %0, %1, %2, ror #8" : "=r"(halves) : "r"(plus), "r"(x));
  return halves;
}
static inline uint32_t even_bytes_alone(uint32_t x) {
  uint32_t halves;
  __asm("sxtb16 %0, %1" : "=r"(halves) : "r"(x));
  return halves;
}
static inline uint32_t odd_bytes_alone(uint32_t x) {
  uint32_t halves;
  __asm("sxtb16 %0, %1, ror #8" : "=r"(halves) : "r"(x));
  return halves;
}

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
  const uint32_t x_even = even_bytes(minus, pixels), x_odd = odd_bytes(minus, pixels);
  const uint32_t w_even = even_bytes_alone(taps), w_odd = odd_bytes_alone(taps);
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
