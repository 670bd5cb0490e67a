#include "nook/kernels/asm/eight_avx2.h"
#include "nook/ops/add/add.h"
#include "nook/ops/reference/odometer.h"

/* The factor 1/2, which belongs to the operand with the larger scale. */
enum { kHalfMultiplier = 1 << 30 };

/* One factor in all lanes. */
typedef struct factor {
  __m256i multiplier, mask, threshold;
  __m128i shift;
} factor;

static inline factor factor_of(int32_t multiplier, int32_t shift) {
  const uint32_t mask = ((uint32_t)1 << -shift) - 1u;
  const factor f = {_mm256_set1_epi32(multiplier), _mm256_set1_epi32((int32_t)mask),
                    _mm256_set1_epi32((int32_t)(mask >> 1)), _mm_cvtsi32_si128(-shift)};
  return f;
}

/* nook_rescale_down() of eight elements. */
static inline __m256i rescale(__m256i x, const factor* f) {
  x = nook_mul_high_avx2(x, f->multiplier, f->multiplier);
  const __m256i rest = _mm256_and_si256(x, f->mask);
  const __m256i threshold = _mm256_sub_epi32(f->threshold, _mm256_srai_epi32(x, 31));
  return _mm256_sub_epi32(_mm256_sra_epi32(x, f->shift), _mm256_cmpgt_epi32(rest, threshold));
}

static inline __m256i load_eight(const int8_t* from) {
  return _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i*)from));
}

/* (x - zero) * 2^bits of eight elements. */
static inline __m256i shifted(const int8_t* from, __m256i zero, int bits) {
  return _mm256_slli_epi32(_mm256_sub_epi32(load_eight(from), zero), bits);
}

static int8_t one(const nook_binary_sum_s8* p, int8_t a, int8_t b) {
  const int32_t in_a = nook_rescale_down((a - p->a_zero) * (1 << 20), p->a_multiplier, p->a_shift);
  const int32_t in_b = nook_rescale_down((b - p->b_zero) * (1 << 20), p->b_multiplier, p->b_shift);
  const int32_t q = nook_rescale_down(in_a + in_b, p->y_multiplier, p->y_shift) + p->y_zero;
  return (int8_t)nook_clamp(q, p->act_min, p->act_max);
}

/* `half`: the factor of a is 1/2. */
static inline void s8_run(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                          int half) {
  const factor of_a = factor_of(p->a_multiplier, p->a_shift), of_b = factor_of(p->b_multiplier, p->b_shift);
  const factor of_y = factor_of(p->y_multiplier, p->y_shift);
  const __m256i a_zero = _mm256_set1_epi32(p->a_zero), b_zero = _mm256_set1_epi32(p->b_zero);
  const nook_range_avx2 range = nook_range_of_avx2(p->y_zero, p->act_min, p->act_max);
  const int32_t run = p->walk.run;
  int32_t i = 0;
  for (; i + 8 <= run; i += 8) {
    const __m256i in_a = half ? shifted(a + i, a_zero, 19) : rescale(shifted(a + i, a_zero, 20), &of_a);
    const __m256i sum = _mm256_add_epi32(in_a, rescale(shifted(b + i, b_zero, 20), &of_b));
    _mm_storel_epi64((__m128i*)(y + i), nook_bytes_avx2(rescale(sum, &of_y), &range));
  }
  for (; i < run; ++i) y[i] = one(p, a[i], b[i]);
}

/* The Params with the operands exchanged, which have the same sum. */
static nook_binary_sum_s8 exchanged(const nook_binary_sum_s8* params) {
  nook_binary_sum_s8 p = *params;
  p.walk.a_jump = params->walk.b_jump, p.walk.b_jump = params->walk.a_jump;
  p.a_zero = params->b_zero, p.b_zero = params->a_zero;
  p.a_multiplier = params->b_multiplier, p.b_multiplier = params->a_multiplier;
  p.a_shift = params->b_shift, p.b_shift = params->a_shift;
  return p;
}

void nook_add_s8_avx2(const nook_binary_sum_s8* params, const int8_t* a, const int8_t* b, int8_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_sum_s8 p = *params;
  if (p.b_multiplier == kHalfMultiplier && p.b_shift == 0) {
    const int8_t* const other = a;
    p = exchanged(params), a = b, b = other;
  }
  const int half = p.a_multiplier == kHalfMultiplier && p.a_shift == 0;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    if (half)
      s8_run(&p, a, b, y, 1);
    else
      s8_run(&p, a, b, y, 0);
    const int32_t d = nook_next_index(index, p.walk.dim, p.walk.rank);
    if (d < 0) return;
    a += p.walk.a_jump[d], b += p.walk.b_jump[d], y += p.walk.run;
  }
}
