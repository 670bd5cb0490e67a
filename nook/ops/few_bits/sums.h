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

/* The inputs of an output as the sums read them. */
typedef struct nook_few_bits_inputs {
  const int8_t* x;
  const uint32_t* planes;
  const uint32_t* pads; /* a plane: which ones are outside the image; null: none, or they have a code */
  int32_t sum;          /* the sum of x if weights are packed; with planes, the sum of its codes */
  int32_t outside;      /* the number of those outside, if `pads` is not null */
} nook_few_bits_inputs;

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

static inline int32_t nook_few_bits_of_planes(const nook_few_bits* p, const nook_few_bits_inputs* in,
                                              const int8_t* w) {
  int32_t products = 0, outside = 0;
  const uint32_t* of_w = (const uint32_t*)(const void*)w;
  for (int32_t k = 0; k < p->w_bits; ++k, of_w += p->words) {
    for (int32_t j = 0; j < p->x_bits; ++j)
      products += nook_ones_in_both(in->planes + j * p->words, of_w, p->words) << (j + k);
    if (in->pads) outside += nook_ones_in_both(in->pads, of_w, p->words) << k;
  }
  const int32_t inside = p->both * products + p->ones * in->sum;
  return in->pads ? inside + p->pad_both * outside + p->pad_ones * in->outside : inside;
}

/* The sum of x times the codes of packed weights. */
static inline int32_t nook_few_bits_of_packed(const nook_few_bits* p, const int8_t* x, const int8_t* w) {
  const uint32_t* word = (const uint32_t*)(const void*)w;
  const uint32_t mask = (1u << p->w_bits) - 1;
  int32_t sum = 0, left = p->depth, at = 0;
  for (; left >= 4; left -= 4, x += 4) {
    const uint32_t codes = *word >> at;
    sum += x[0] * (int32_t)(codes & mask) + x[1] * (int32_t)(codes >> 8 & mask);
    sum += x[2] * (int32_t)(codes >> 16 & mask) + x[3] * (int32_t)(codes >> 24 & mask);
    at += p->w_bits;
    if (at == 8) at = 0, ++word;
  }
  for (; left > 0; --left, at += 8) sum += *x++ * (int32_t)(*word >> at & mask);
  return sum;
}

/* The sum of one channel. */
static inline int32_t nook_few_bits_sum(const nook_few_bits* p, const nook_few_bits_inputs* in,
                                        const int8_t* w) {
  if (p->layout == NOOK_FEW_BITS_PLANES) return nook_few_bits_of_planes(p, in, w);
  return p->both * nook_few_bits_of_packed(p, in->x, w) + p->ones * in->sum;
}

#endif
