#include "nook/kernels/dot/c99/sixteen_sums_ref.h"

#include "nook/kernels/dot/pairs.h"

enum { kInputs = 128, kWords = 3 };

/* Combines inputs to {2^15 - 128 * their sum, x2 + 2^16 * x0, x3 + 2^16 * x1}. Returns the end. */
static uint32_t* put_pairs(uint32_t* to, const int8_t* x, const int8_t* end) {
  for (; x != end; x += 4, to += kWords) {
    const uint32_t even = ((uint32_t)x[0] << 16) + (uint32_t)x[2];
    const uint32_t odd = ((uint32_t)x[1] << 16) + (uint32_t)x[3], both = even + odd;
    to[0] = 0x8000u - (both << 7) - (both << 23), to[1] = even, to[2] = odd;
  }
  return to;
}

/* Four inputs of output k. Loads do not move across the end: compilers that load all weights first run out of
 * registers. */
#define NOOK_FOUR_INPUTS(k, sum)                                                    \
  do {                                                                              \
    const uint32_t four = w[k];                                                     \
    const uint32_t pairs = start + even * (four & mask) + odd * (four >> 8 & mask); \
    sum += (uint32_t)((int32_t)pairs >> 16);                                        \
    __asm__ volatile("" : : : "memory");                                            \
  } while (0)

/* Adds the products of the words from x to `end` to the sums of eight outputs. */
static __attribute__((noinline)) void add_pairs_ref(const uint32_t* x, const uint32_t* end, const uint32_t* w,
                                                    uint32_t* sums) {
  const uint32_t mask = 0x00FF00FFu;
  uint32_t sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
  uint32_t sum4 = sums[4], sum5 = sums[5], sum6 = sums[6], sum7 = sums[7];
  do {
    const uint32_t start = x[0], even = x[1], odd = x[2];
    NOOK_FOUR_INPUTS(0, sum0);
    NOOK_FOUR_INPUTS(1, sum1);
    NOOK_FOUR_INPUTS(2, sum2);
    NOOK_FOUR_INPUTS(3, sum3);
    NOOK_FOUR_INPUTS(4, sum4);
    NOOK_FOUR_INPUTS(5, sum5);
    NOOK_FOUR_INPUTS(6, sum6);
    NOOK_FOUR_INPUTS(7, sum7);
    x += kWords, w += NOOK_PAIRS;
  } while (x != end);
  sums[0] = sum0, sums[1] = sum1, sums[2] = sum2, sums[3] = sum3;
  sums[4] = sum4, sums[5] = sum5, sums[6] = sum6, sums[7] = sum7;
}

const void* nook_sixteen_sums_ref(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums) {
  const uint32_t* w = weights;
  for (int32_t k = 0; k < NOOK_PAIRS; ++k) sums[k] = 0;
  for (int32_t left = (int32_t)(end - x), count; left > 0;
       left -= count, x += count, w += count / 4 * NOOK_PAIRS) {
    uint32_t words[kInputs / 4 * kWords];
    count = left < kInputs ? left : kInputs;
    const uint32_t* const words_end = put_pairs(words, x, x + count);
    add_pairs_ref(words, words_end, w, sums);
    add_pairs_ref(words, words_end, w + NOOK_PAIRS / 2, sums + NOOK_PAIRS / 2);
  }
  return w;
}
