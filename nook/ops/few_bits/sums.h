/* The sums of products of NOOK_FEW_BITS, which its kernels share. */
#ifndef NOOK_OPS_FEW_BITS_SUMS_H_
#define NOOK_OPS_FEW_BITS_SUMS_H_

#include "nook/ops/few_bits/few_bits.h"

/* The ones in each byte of a word, at most 8. */
static inline uint32_t nook_ones_by_byte(uint32_t v) {
  v -= v >> 1 & 0x55555555u;
  v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
  return (v + (v >> 4)) & 0x0f0f0f0fu;
}

/* The ones in each byte of two words together, at most 16. */
static inline uint32_t nook_ones_of_two(uint32_t v, uint32_t w) {
  v -= v >> 1 & 0x55555555u;
  w -= w >> 1 & 0x55555555u;
  v = (v & 0x33333333u) + (v >> 2 & 0x33333333u) + (w & 0x33333333u) + (w >> 2 & 0x33333333u);
  return (v & 0x0f0f0f0fu) + (v >> 4 & 0x0f0f0f0fu);
}

/* The number of ones in a & b, of at least one word. Bytes are counted separately for as long as none
 * overflows. */
static inline int32_t nook_ones_in_both(const uint32_t* a, const uint32_t* b, int32_t words) {
  uint32_t all = 0;
  do {
    const int32_t some = words < 30 ? words : 30;
    const uint32_t* const end = a + (some & ~1);
    uint32_t bytes = 0;
    for (; a != end; a += 2, b += 2) bytes += nook_ones_of_two(a[0] & b[0], a[1] & b[1]);
    if (some & 1) bytes += nook_ones_by_byte(*a++ & *b++);
    bytes = (bytes & 0x00ff00ffu) + (bytes >> 8 & 0x00ff00ffu);
    all += (bytes & 0xffffu) + (bytes >> 16);
    words -= some;
  } while (words > 0);
  return (int32_t)all;
}

/* Writes the planes of x and returns the sum of its codes. */
static inline int32_t nook_few_bits_planes(const nook_few_bits* p, const int8_t* x, uint32_t* planes) {
  int32_t sum = 0;
  for (int32_t word = 0, left = p->depth; word < p->words; ++word, left -= 32, x += 32) {
    const int32_t count = left < 32 ? left : 32;
    for (int32_t j = 0; j < p->x_bits; ++j) {
      const int32_t shift = p->x_shift + j;
      uint32_t bits = 0;
      for (int32_t i = count - 1; i >= 0; --i) bits = bits << 1 | ((uint32_t)(x[i] - p->x_low) >> shift & 1u);
      planes[j * p->words + word] = bits;
      uint32_t ones = nook_ones_by_byte(bits);
      ones += ones >> 16, ones += ones >> 8;
      sum += (int32_t)(ones & 0xffu) << j;
    }
  }
  return sum;
}

static inline int32_t nook_few_bits_of_planes(const nook_few_bits* p, const uint32_t* planes, const int8_t* w,
                                              int32_t codes) {
  int32_t products = 0;
  const uint32_t* of_w = (const uint32_t*)(const void*)w;
  for (int32_t k = 0; k < p->w_bits; ++k, of_w += p->words)
    for (int32_t j = 0; j < p->x_bits; ++j)
      products += nook_ones_in_both(planes + j * p->words, of_w, p->words) << (j + k);
  return p->both * products + p->ones * codes;
}

static inline int32_t nook_few_bits_of_nibbles(const nook_few_bits* p, const int8_t* x, const int8_t* w) {
  int32_t sum = 0, i = 0;
  for (; i + 1 < p->depth; i += 2, ++w) {
    const int32_t pair = *w;
    sum += x[i] * (int8_t)((uint32_t)pair << 4) / 16 + x[i + 1] * (pair >> 4);
  }
  if (i < p->depth) sum += x[i] * ((int8_t)((uint32_t)*w << 4) / 16);
  return sum;
}

static inline int32_t nook_few_bits_of_bytes(const nook_few_bits* p, const int8_t* x, const int8_t* w) {
  int32_t sum = 0;
  for (int32_t i = 0; i < p->depth; ++i) sum += x[i] * w[i];
  return sum;
}

/* The number of ascending marks of a channel that are at most `sum`. */
static inline int32_t nook_few_bits_passed(const nook_few_bits* p, const void* marks, int32_t channel,
                                           int32_t sum) {
  const int16_t* const narrow = (const int16_t*)marks + (p->wide ? 0 : channel * p->marks);
  const int32_t* const wide = (const int32_t*)marks + (p->wide ? channel * p->marks : 0);
  int32_t from = 0, to = p->marks;
  while (from < to) {
    const int32_t middle = (from + to) >> 1;
    if ((p->wide ? wide[middle] : narrow[middle]) <= sum) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

/* The sum of one channel. nook_few_bits_planes() gives `planes` and `codes`. */
static inline int32_t nook_few_bits_sum(const nook_few_bits* p, const int8_t* x, const uint32_t* planes,
                                        int32_t codes, const int8_t* w) {
  if (p->layout == NOOK_FEW_BITS_PLANES) return nook_few_bits_of_planes(p, planes, w, codes);
  if (p->layout == NOOK_FEW_BITS_NIBBLES) return nook_few_bits_of_nibbles(p, x, w);
  return nook_few_bits_of_bytes(p, x, w);
}

#endif
