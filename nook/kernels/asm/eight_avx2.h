/* Requantizes the sums of eight outputs to bytes, on x86-64 with AVX2. */
#ifndef NOOK_KERNELS_ASM_EIGHT_AVX2_H_
#define NOOK_KERNELS_ASM_EIGHT_AVX2_H_

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_avx2_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* The factors of eight outputs, in the layout of pack_eight_avx2.h; any alignment. */
typedef struct nook_eight_avx2 {
  int32_t bias[8];
  int32_t multiplier[8],
      odd_multiplier[8];         /* like nook_rescale()'s; holds 1, 3, 5, 7 at the positions of 0, 2, 4, 6 */
  int32_t shift[8];              /* right, in [0, 31] */
  int32_t mask[8], threshold[8]; /* for nook_shift_right_round() of a nonnegative number */
} nook_eight_avx2;

/* The limits of the clamp; each number in all lanes. */
typedef struct nook_range_avx2 {
  __m128i zero;      /* 16 bits */
  __m128i low, high; /* 8 bits */
} nook_range_avx2;

static inline nook_range_avx2 nook_range_of_avx2(int32_t zero, int32_t low, int32_t high) {
  const nook_range_avx2 range = {_mm_set1_epi16((int16_t)zero), _mm_set1_epi8((int8_t)low),
                                 _mm_set1_epi8((int8_t)high)};
  return range;
}

static inline __m256i nook_load_avx2(const void* from) { return _mm256_loadu_si256((const __m256i*)from); }

/* nook_mul_high() of eight numbers; odd lanes are multiplied by the even lanes of `odd`. */
static inline __m256i nook_mul_high_avx2(__m256i x, __m256i multiplier, __m256i odd) {
  const __m256i half = _mm256_set1_epi64x((int64_t)1 << 30);
  const __m256i a = _mm256_add_epi64(_mm256_mul_epi32(x, multiplier), half);
  const __m256i b = _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(x, 32), odd), half);
  return _mm256_blend_epi32(_mm256_srli_epi64(a, 31), _mm256_slli_epi64(b, 1), 0xAA);
}

/* nook_rescale() of eight sums after adding the biases; both wrap around as in the reference. */
static inline __m256i nook_rescale_avx2(__m256i sums, const nook_eight_avx2* eight) {
  const __m256i x =
      nook_mul_high_avx2(_mm256_add_epi32(sums, nook_load_avx2(eight->bias)),
                         nook_load_avx2(eight->multiplier), nook_load_avx2(eight->odd_multiplier));
  const __m256i rest = _mm256_and_si256(x, nook_load_avx2(eight->mask));
  const __m256i threshold = _mm256_sub_epi32(nook_load_avx2(eight->threshold), _mm256_srai_epi32(x, 31));
  return _mm256_sub_epi32(_mm256_srav_epi32(x, nook_load_avx2(eight->shift)),
                          _mm256_cmpgt_epi32(rest, threshold));
}

static inline __m128i nook_clamp_bytes_avx2(__m128i bytes, const nook_range_avx2* range) {
  return _mm_min_epi8(_mm_max_epi8(bytes, range->low), range->high);
}

/* clamp(q + zero) of eight numbers, in the lower half. Intermediate results saturate only out of range. */
static inline __m128i nook_bytes_avx2(__m256i q, const nook_range_avx2* range) {
  const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(q), _mm256_extracti128_si256(q, 1));
  const __m128i moved = _mm_adds_epi16(words, range->zero);
  return nook_clamp_bytes_avx2(_mm_packs_epi16(moved, moved), range);
}

/* Loads `count` bytes, 1 to 8. */
static inline uint64_t nook_few_bytes_avx2(const int8_t* x, int32_t count) {
  uint64_t all = 0;
  uint32_t low, high;
  if (count == 8) {
    memcpy(&all, x, 8);
  } else if (count >= 4) { /* some bytes are read twice */
    memcpy(&low, x, 4);
    memcpy(&high, x + count - 4, 4);
    all = low | (uint64_t)high << 8 * (count - 4);
  } else {
    while (count > 0) all = all << 8 | (uint8_t)x[--count];
  }
  return all;
}

/* Stores the first `count` of eight bytes. */
static inline void nook_put_few_avx2(__m128i bytes, int8_t* y, int32_t count) {
  int8_t all[8];
  _mm_storel_epi64((__m128i*)all, bytes);
  for (int32_t i = 0; i < count; ++i) y[i] = all[i];
}

#endif
