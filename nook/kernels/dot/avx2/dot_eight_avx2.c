#include "nook/kernels/dot/avx2/dot_eight_avx2.h"

#include "nook/kernels/asm/eight_avx2.h"

/* inputs per step, and bytes of their weights */
enum { kInputs = 16, kWeights = 8 * kInputs };

/* Each output has eight sums, which are added at the end. */
typedef struct sums {
  __m256i a, b, c, d, e, f, g, h;
} sums;

static inline __m256i product(__m256i x, const int16_t* w, int32_t output) {
  return _mm256_madd_epi16(x, nook_load_avx2(w + output * kInputs));
}

static inline sums first_products(__m256i x, const int16_t* w) {
  const sums s = {product(x, w, 0), product(x, w, 1), product(x, w, 2), product(x, w, 3),
                  product(x, w, 4), product(x, w, 5), product(x, w, 6), product(x, w, 7)};
  return s;
}

static inline sums add_products(sums s, __m256i x, const int16_t* w) {
  s.a = _mm256_add_epi32(s.a, product(x, w, 0)), s.b = _mm256_add_epi32(s.b, product(x, w, 1));
  s.c = _mm256_add_epi32(s.c, product(x, w, 2)), s.d = _mm256_add_epi32(s.d, product(x, w, 3));
  s.e = _mm256_add_epi32(s.e, product(x, w, 4)), s.f = _mm256_add_epi32(s.f, product(x, w, 5));
  s.g = _mm256_add_epi32(s.g, product(x, w, 6)), s.h = _mm256_add_epi32(s.h, product(x, w, 7));
  return s;
}

/* Adds up the sums of each output; results are in order. */
static inline __m256i add_up(sums s) {
  const __m256i ab = _mm256_hadd_epi32(s.a, s.b), cd = _mm256_hadd_epi32(s.c, s.d);
  const __m256i ef = _mm256_hadd_epi32(s.e, s.f), gh = _mm256_hadd_epi32(s.g, s.h);
  const __m256i low = _mm256_hadd_epi32(ab, cd), high = _mm256_hadd_epi32(ef, gh);
  return _mm256_add_epi32(_mm256_blend_epi32(low, high, 0xF0), _mm256_permute2x128_si256(low, high, 0x21));
}

static inline __m256i inputs(const int8_t* x) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i*)x));
}

/* Loads the first sixteen inputs, or fewer padded with zeros. */
static inline __m256i first_inputs(const int8_t* x, int32_t depth) {
  if (depth >= kInputs) return inputs(x);
  const uint64_t high = depth > 8 ? nook_few_bytes_avx2(x + 8, depth - 8) : 0;
  const uint64_t low = nook_few_bytes_avx2(x, depth < 8 ? depth : 8);
  return _mm256_cvtepi8_epi16(_mm_set_epi64x((int64_t)high, (int64_t)low));
}

/* Loads the last `count` < 16 inputs before `end`, padded with zeros. Reads the sixteen bytes that end there,
 * because nothing past `end` may be read. */
static inline __m256i last_inputs(const int8_t* end, int32_t count) {
  static const int8_t kMoves[2 * kInputs] = {0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,
                                             11,   12,   13,   14,   15,   -128, -128, -128, -128, -128, -128,
                                             -128, -128, -128, -128, -128, -128, -128, -128, -128, -128};
  const __m128i bytes = _mm_loadu_si128((const __m128i*)(end - kInputs));
  const __m128i move = _mm_loadu_si128((const __m128i*)(kMoves + kInputs - count));
  return _mm256_cvtepi8_epi16(_mm_shuffle_epi8(bytes, move));
}

static inline void one_pixel(const nook_dot_job* job, const int8_t* pixel, int8_t* y,
                             const nook_range_avx2* range) {
  const uint8_t* packed = job->weights;
  const int32_t depth = job->depth;
  const __m256i first = first_inputs(pixel, depth);
  for (int32_t outputs = job->outputs; outputs > 0; outputs -= 8, y += 8) {
    const nook_eight_avx2* const eight = (const nook_eight_avx2*)(const void*)packed;
    const int16_t* w = (const int16_t*)(const void*)(packed + sizeof *eight);
    const int8_t* x = pixel + kInputs;
    sums s = first_products(first, w);
    w += kWeights;
    int32_t left = depth - kInputs;
    for (; left >= kInputs; left -= kInputs, x += kInputs, w += kWeights) s = add_products(s, inputs(x), w);
    if (left > 0) {
      s = add_products(s, last_inputs(x + left, left), w);
      w += kWeights;
    }
    const __m128i bytes = nook_bytes_avx2(nook_rescale_avx2(add_up(s), eight), range);
    if (outputs >= 8)
      _mm_storel_epi64((__m128i*)y, bytes);
    else
      nook_put_few_avx2(bytes, y, outputs);
    packed = (const uint8_t*)w;
  }
}

void nook_dot_eight_avx2(const nook_dot_job* job) {
  const nook_range_avx2 range = nook_range_of_avx2(job->zero, job->low, job->high);
  const int8_t* x = job->x;
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; --n, x += job->step, y += job->outputs) one_pixel(job, x, y, &range);
}
