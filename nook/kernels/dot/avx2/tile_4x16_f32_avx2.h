/* Dot products of float32 on x86-64 with AVX2: sixteen outputs, or eight, of four pixels at a time. The lanes
 * of a register are outputs, so that each sum adds its products in the order of the reference. Products and
 * sums round twice, so that results have the reference's bytes.
 *
 * Packed weights (pack_f32_avx2.h), for each sixteen outputs, and for eight if at most eight remain: their
 * biases, then their weights of each input. Zeros fill the last ones. */
#ifndef NOOK_KERNELS_DOT_AVX2_TILE_4X16_F32_AVX2_H_
#define NOOK_KERNELS_DOT_AVX2_TILE_4X16_F32_AVX2_H_

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

/* Inlined for each width, so that sums stay in registers. */
#define NOOK_INLINED_AVX2 static inline __attribute__((always_inline))

enum { NOOK_TILE_F32_AVX2 = 16, NOOK_LANES_F32_AVX2 = 8, NOOK_PIXELS_F32_AVX2 = 4 };

/* Outputs of a tile, of which `left` remain. */
NOOK_INLINED_AVX2 int32_t nook_tile_outputs_avx2(int32_t left) {
  return left > NOOK_LANES_F32_AVX2 ? NOOK_TILE_F32_AVX2 : NOOK_LANES_F32_AVX2;
}

/* The sums of pixels a to d: outputs 0 to 7, and outputs 8 to 15. */
typedef struct nook_sums_f32_avx2 {
  __m256 a, b, c, d, a8, b8, c8, d8;
} nook_sums_f32_avx2;

NOOK_INLINED_AVX2 nook_sums_f32_avx2 nook_no_sums_f32_avx2(void) {
  const __m256 zero = _mm256_setzero_ps();
  const nook_sums_f32_avx2 sums = {zero, zero, zero, zero, zero, zero, zero, zero};
  return sums;
}

NOOK_INLINED_AVX2 __m256 nook_add_product_avx2(__m256 sum, __m256 x, __m256 w) {
  return _mm256_add_ps(sum, _mm256_mul_ps(x, w));
}

/* Adds the products of `count` inputs of each pixel. `wide`: sixteen outputs. */
NOOK_INLINED_AVX2 nook_sums_f32_avx2 nook_add_products_f32_avx2(nook_sums_f32_avx2 s, const float* const* x,
                                                                const float* w, int32_t count, int wide) {
  const float *const a = x[0], *const b = x[1], *const c = x[2], *const d = x[3];
  for (int32_t k = 0; k < count; ++k, w += wide ? NOOK_TILE_F32_AVX2 : NOOK_LANES_F32_AVX2) {
    const __m256 w0 = _mm256_loadu_ps(w), w8 = wide ? _mm256_loadu_ps(w + NOOK_LANES_F32_AVX2) : w0;
    __m256 v = _mm256_broadcast_ss(a + k);
    s.a = nook_add_product_avx2(s.a, v, w0);
    if (wide) s.a8 = nook_add_product_avx2(s.a8, v, w8);
    v = _mm256_broadcast_ss(b + k);
    s.b = nook_add_product_avx2(s.b, v, w0);
    if (wide) s.b8 = nook_add_product_avx2(s.b8, v, w8);
    v = _mm256_broadcast_ss(c + k);
    s.c = nook_add_product_avx2(s.c, v, w0);
    if (wide) s.c8 = nook_add_product_avx2(s.c8, v, w8);
    v = _mm256_broadcast_ss(d + k);
    s.d = nook_add_product_avx2(s.d, v, w0);
    if (wide) s.d8 = nook_add_product_avx2(s.d8, v, w8);
  }
  return s;
}

/* The limits of a clamp, in all lanes. */
typedef struct nook_range_f32_avx2 {
  __m256 low, high;
} nook_range_f32_avx2;

NOOK_INLINED_AVX2 nook_range_f32_avx2 nook_range_f32_of_avx2(float low, float high) {
  const nook_range_f32_avx2 range = {_mm256_set1_ps(low), _mm256_set1_ps(high)};
  return range;
}

/* nook_clamp_f32() of sum + bias: a NaN remains, and a zero keeps its sign. */
NOOK_INLINED_AVX2 __m256 nook_finish_f32_avx2(__m256 sum, __m256 bias, const nook_range_f32_avx2* range) {
  return _mm256_min_ps(range->high, _mm256_max_ps(range->low, _mm256_add_ps(sum, bias)));
}

/* Adds biases to the sums of a pixel, clamps and stores `count` outputs. */
NOOK_INLINED_AVX2 void nook_store_f32_avx2(__m256 low, __m256 high, const float* biases,
                                           const nook_range_f32_avx2* range, int wide, int32_t count,
                                           float* y) {
  const __m256 first = nook_finish_f32_avx2(low, _mm256_loadu_ps(biases), range);
  const __m256 second =
      wide ? nook_finish_f32_avx2(high, _mm256_loadu_ps(biases + NOOK_LANES_F32_AVX2), range) : first;
  if (count >= (wide ? NOOK_TILE_F32_AVX2 : NOOK_LANES_F32_AVX2)) {
    _mm256_storeu_ps(y, first);
    if (wide) _mm256_storeu_ps(y + NOOK_LANES_F32_AVX2, second);
  } else {
    float all[NOOK_TILE_F32_AVX2];
    _mm256_storeu_ps(all, first), _mm256_storeu_ps(all + NOOK_LANES_F32_AVX2, second);
    memcpy(y, all, (size_t)count * sizeof *y);
  }
}

/* Likewise for each pixel. */
NOOK_INLINED_AVX2 void nook_store_tile_f32_avx2(const nook_sums_f32_avx2* s, const float* biases,
                                                const nook_range_f32_avx2* range, int wide, int32_t count,
                                                float* const* y) {
  nook_store_f32_avx2(s->a, s->a8, biases, range, wide, count, y[0]);
  nook_store_f32_avx2(s->b, s->b8, biases, range, wide, count, y[1]);
  nook_store_f32_avx2(s->c, s->c8, biases, range, wide, count, y[2]);
  nook_store_f32_avx2(s->d, s->d8, biases, range, wide, count, y[3]);
}

#endif
