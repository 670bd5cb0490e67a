#include "nook/kernels/dot/armv7em/dot_codes_dsp.h"

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/codes_words_dsp.h"

static int32_t add_pair(uint32_t x, uint32_t w, int32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(x), "r"(w));
  return sum;
}

static int32_t add_four(nook_four_halves x, uint32_t codes, int32_t sum) {
  uint32_t even, odd;
  __asm("uxtb16 %0, %1" : "=r"(even) : "r"(codes));
  __asm("uxtb16 %0, %1, ror #8" : "=r"(odd) : "r"(codes));
  return add_pair(x.odd, odd, add_pair(x.even, even, sum));
}

/* Adds the products of the last inputs, less than a word of codes has. */
static void last_inputs(const int8_t* x, int32_t left, uint32_t a, uint32_t b, int32_t bits, int32_t* sums) {
  const uint32_t one = (1u << bits) - 1, mask = 0x01010101u * one;
  for (; left >= 4; left -= 4, x += 4, a >>= bits, b >>= bits) {
    const nook_four_halves four = nook_load_halves(x, 0);
    sums[0] = add_four(four, a & mask, sums[0]), sums[1] = add_four(four, b & mask, sums[1]);
  }
  for (; left > 0; --left, a >>= 8, b >>= 8, ++x)
    sums[0] += *x * (int32_t)(a & one), sums[1] += *x * (int32_t)(b & one);
}

static inline __attribute__((always_inline)) void dot(const int8_t* x, int32_t depth, const uint32_t* a,
                                                      const uint32_t* b, int32_t bits,
                                                      nook_codes_words* words, int32_t* sums) {
  const int32_t codes = 32 / bits, left = depth % codes, whole = depth / codes;
  sums[0] = sums[1] = 0;
  if (whole > 0) words(x, x + whole * codes, a, b, sums);
  if (left > 0) last_inputs(x + whole * codes, left, a[whole], b[whole], bits, sums);
}

int32_t nook_sum_bytes_dsp(const int8_t* x, int32_t depth) {
  int32_t sum = 0;
  for (; depth >= 4; depth -= 4, x += 4) {
    const nook_four_halves halves = nook_load_halves(x, 0);
    sum = add_pair(halves.odd, 0x00010001u, add_pair(halves.even, 0x00010001u, sum));
  }
  for (; depth > 0; --depth) sum += *x++;
  return sum;
}

void nook_dot_codes_1_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums) {
  dot(x, depth, a, b, 1, nook_codes_words_1_dsp, sums);
}
void nook_dot_codes_2_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums) {
  dot(x, depth, a, b, 2, nook_codes_words_2_dsp, sums);
}
void nook_dot_codes_4_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums) {
  dot(x, depth, a, b, 4, nook_codes_words_4_dsp, sums);
}
void nook_dot_codes_8_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums) {
  dot(x, depth, a, b, 8, nook_codes_words_8_dsp, sums);
}
