/* Eight floats on x86-64 with AVX2, for tile_4x16_f32.h. Products and sums round twice, as in the reference.
 */
#ifndef NOOK_KERNELS_ASM_EIGHTS_F32_AVX2_H_
#define NOOK_KERNELS_ASM_EIGHTS_F32_AVX2_H_

#include <immintrin.h>
#include <stdint.h>

/* Inlined for each width, so that sums stay in registers. */
#define NOOK_INLINED_F32 static inline __attribute__((always_inline))

typedef __m256 nook_eight_f32;
/* Which of eight floats exist, less than eight. */
typedef __m256i nook_few_f32;

NOOK_INLINED_F32 nook_eight_f32 nook_zeros_f32(void) { return _mm256_setzero_ps(); }
NOOK_INLINED_F32 nook_eight_f32 nook_load_f32(const float* from) { return _mm256_loadu_ps(from); }
/* Eight copies of a number. */
NOOK_INLINED_F32 nook_eight_f32 nook_load_all_f32(const float* from) { return _mm256_broadcast_ss(from); }
NOOK_INLINED_F32 nook_eight_f32 nook_all_f32(float x) { return _mm256_set1_ps(x); }
NOOK_INLINED_F32 void nook_put_f32(float* to, nook_eight_f32 x) { _mm256_storeu_ps(to, x); }

NOOK_INLINED_F32 nook_few_f32 nook_few_of_f32(int32_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
/* Reads no others. */
NOOK_INLINED_F32 nook_eight_f32 nook_load_few_f32(const float* from, nook_few_f32 few) {
  return _mm256_maskload_ps(from, few);
}

NOOK_INLINED_F32 nook_eight_f32 nook_add_product_f32(nook_eight_f32 sum, nook_eight_f32 x, nook_eight_f32 w) {
  return _mm256_add_ps(sum, _mm256_mul_ps(x, w));
}
/* nook_clamp_f32() of sum + bias: a NaN remains, and a zero keeps its sign. */
NOOK_INLINED_F32 nook_eight_f32 nook_finish_f32(nook_eight_f32 sum, nook_eight_f32 bias, nook_eight_f32 low,
                                                nook_eight_f32 high) {
  return _mm256_min_ps(high, _mm256_max_ps(low, _mm256_add_ps(sum, bias)));
}

#endif
