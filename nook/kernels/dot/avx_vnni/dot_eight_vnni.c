#include "nook/kernels/dot/avx_vnni/dot_eight_vnni.h"

#include <string.h>

#include "nook/kernels/asm/eight_avx2.h"

/* Inlined for one group of outputs and for two. */
#define NOOK_COPIED static inline __attribute__((always_inline))

/* Bytes of the weights of four inputs, for eight outputs. */
enum { kWord = 4, kWeights = 8 * kWord };

/* One vector per pixel, for four pixels: eight sums, or four inputs eight times. */
typedef struct four {
  __m256i a, b, c, d;
} four;

/* Four inputs, plus 128. */
NOOK_COPIED __m256i unsigned_word(uint32_t word) {
  return _mm256_xor_si256(_mm256_set1_epi32((int32_t)word), _mm256_set1_epi8(-128));
}

NOOK_COPIED __m256i inputs(const int8_t* x) {
  uint32_t word;
  memcpy(&word, x, kWord);
  return unsigned_word(word);
}

NOOK_COPIED __m256i few_inputs(const int8_t* x, int32_t count) {
  return unsigned_word((uint32_t)nook_few_bytes_avx2(x, count));
}

NOOK_COPIED __m256i add_product(__m256i sum, __m256i x, __m256i w) {
  return _mm256_dpbusd_avx_epi32(sum, x, w);
}

NOOK_COPIED four add_products(four s, four x, __m256i w) {
  const four sums = {add_product(s.a, x.a, w), add_product(s.b, x.b, w), add_product(s.c, x.c, w),
                     add_product(s.d, x.d, w)};
  return sums;
}

NOOK_COPIED void put(__m256i sums, const nook_eight_avx2* eight, const nook_range_avx2* range, int8_t* y,
                     int32_t outputs) {
  const __m128i bytes = nook_bytes_avx2(nook_rescale_avx2(sums, eight), range);
  if (outputs >= 8)
    _mm_storel_epi64((__m128i*)y, bytes);
  else
    nook_put_few_avx2(bytes, y, outputs);
}

NOOK_COPIED void put_four(four s, const nook_eight_avx2* eight, const nook_range_avx2* range, int8_t* y,
                          int32_t stride, int32_t outputs) {
  put(s.a, eight, range, y, outputs);
  put(s.b, eight, range, y + stride, outputs);
  put(s.c, eight, range, y + 2 * stride, outputs);
  put(s.d, eight, range, y + 3 * stride, outputs);
}

/* Computes up to eight outputs of four pixels, or up to sixteen. `next`: bytes between the packed weights of
 * two groups of eight. */
NOOK_COPIED void tile(const nook_dot_job* job, const int8_t* x, const uint8_t* packed, intptr_t next,
                      int8_t* y, int32_t outputs, int two, const nook_range_avx2* range) {
  const nook_eight_avx2* const eight = (const nook_eight_avx2*)(const void*)packed;
  const uint8_t* w = packed + sizeof *eight;
  const __m256i zero = _mm256_setzero_si256();
  const int32_t rest = job->depth % kWord;
  const int8_t *x1 = x + job->step, *x2 = x1 + job->step, *x3 = x2 + job->step;
  const int8_t* const end = x + (job->depth - rest);
  four s = {zero, zero, zero, zero}, t = s;
  for (; x != end; x += kWord, x1 += kWord, x2 += kWord, x3 += kWord, w += kWeights) {
    const four words = {inputs(x), inputs(x1), inputs(x2), inputs(x3)};
    s = add_products(s, words, nook_load_avx2(w));
    if (two) t = add_products(t, words, nook_load_avx2(w + next));
  }
  if (rest) {
    const four words = {few_inputs(x, rest), few_inputs(x1, rest), few_inputs(x2, rest),
                        few_inputs(x3, rest)};
    s = add_products(s, words, nook_load_avx2(w));
    if (two) t = add_products(t, words, nook_load_avx2(w + next));
  }
  put_four(s, eight, range, y, job->outputs, outputs);
  if (two)
    put_four(t, (const nook_eight_avx2*)(const void*)(packed + next), range, y + 8, job->outputs,
             outputs - 8);
}

static void four_pixels(const nook_dot_job* job, const int8_t* x, int8_t* y, const nook_range_avx2* range) {
  const intptr_t next = (intptr_t)sizeof(nook_eight_avx2) + (job->depth + kWord - 1) / kWord * kWeights;
  const uint8_t* packed = job->weights;
  int32_t outputs = job->outputs;
  for (; outputs > 8; outputs -= 16, y += 16, packed += 2 * next)
    tile(job, x, packed, next, y, outputs, 1, range);
  if (outputs > 0) tile(job, x, packed, next, y, outputs, 0, range);
}

/* Accumulates every fourth word in a sum of its own, so that the additions are independent. */
static void one_pixel(const nook_dot_job* job, const int8_t* pixel, int8_t* y, const nook_range_avx2* range) {
  const uint8_t* w = job->weights;
  const __m256i zero = _mm256_setzero_si256();
  for (int32_t outputs = job->outputs; outputs > 0; outputs -= 8, y += 8) {
    const nook_eight_avx2* const eight = (const nook_eight_avx2*)(const void*)w;
    const int8_t* x = pixel;
    four s = {zero, zero, zero, zero};
    int32_t left = job->depth;
    w += sizeof *eight;
    for (; left >= 4 * kWord; left -= 4 * kWord, x += 4 * kWord, w += 4 * kWeights) {
      s.a = add_product(s.a, inputs(x), nook_load_avx2(w));
      s.b = add_product(s.b, inputs(x + kWord), nook_load_avx2(w + kWeights));
      s.c = add_product(s.c, inputs(x + 2 * kWord), nook_load_avx2(w + 2 * kWeights));
      s.d = add_product(s.d, inputs(x + 3 * kWord), nook_load_avx2(w + 3 * kWeights));
    }
    for (; left >= kWord; left -= kWord, x += kWord, w += kWeights)
      s.a = add_product(s.a, inputs(x), nook_load_avx2(w));
    if (left > 0) {
      s.b = add_product(s.b, few_inputs(x, left), nook_load_avx2(w));
      w += kWeights;
    }
    put(_mm256_add_epi32(_mm256_add_epi32(s.a, s.b), _mm256_add_epi32(s.c, s.d)), eight, range, y, outputs);
  }
}

void nook_dot_eight_vnni(const nook_dot_job* job) {
  const nook_range_avx2 range = nook_range_of_avx2(job->zero, job->low, job->high);
  const int8_t* x = job->x;
  int8_t* y = job->y;
  int32_t n = job->pixels;
  for (; n >= NOOK_PIXELS_VNNI; n -= NOOK_PIXELS_VNNI) {
    four_pixels(job, x, y, &range);
    x += NOOK_PIXELS_VNNI * job->step, y += NOOK_PIXELS_VNNI * job->outputs;
  }
  for (; n > 0; --n, x += job->step, y += job->outputs) one_pixel(job, x, y, &range);
}
