#include "nook/kernels/asm/eight_avx2.h"
#include "nook/ops/depthwise_conv2d/pairs_avx2.h"
#include "nook/ops/depthwise_conv2d/tap_pointers.h"

/* Inlined for each kind of filter and block, so that these are compile-time constants. */
#define NOOK_COPIED static inline __attribute__((always_inline))

/* Loads sixteen channels of a tap; eight if there are no more. */
NOOK_COPIED __m256i load(const int8_t* from, int wide) {
  const __m128i* const at = (const __m128i*)from;
  return _mm256_cvtepi8_epi16(wide ? _mm_loadu_si128(at) : _mm_loadl_epi64(at));
}

/* Sums of lanes 0-3 and 8-11, and of the other lanes. */
typedef struct sums {
  __m256i low, high;
} sums;

/* The products of two taps, at an offset of `at` bytes. */
NOOK_COPIED sums products(const int8_t* const* tap, intptr_t at, const uint8_t* w, int wide) {
  const __m256i a = load(tap[0] + at, wide), b = load(tap[1] + at, wide);
  const sums s = {_mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), nook_load_avx2(w)),
                  _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), nook_load_avx2(w + 32))};
  return s;
}

NOOK_COPIED sums add(sums a, sums b) {
  const sums s = {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)};
  return s;
}

NOOK_COPIED sums dw_3x3_taps(const int8_t* const* tap, intptr_t at, const uint8_t* w, int wide) {
  sums s = products(tap, at, w, wide);
  s = add(s, products(tap + 2, at, w + 64, wide));
  s = add(s, products(tap + 4, at, w + 128, wide));
  s = add(s, products(tap + 6, at, w + 192, wide));
  return add(s, products(tap + 8, at, w + 256, wide));
}

NOOK_COPIED sums all_taps(const int8_t* const* tap, intptr_t at, const uint8_t* w, int32_t pairs, int wide) {
  sums s = products(tap, at, w, wide);
  for (int32_t i = 1; i < pairs; ++i) s = add(s, products(tap += 2, at, w += 64, wide));
  return s;
}

/* The outputs of a block. */
NOOK_COPIED __m128i block(const int8_t* const* tap, intptr_t at, const uint8_t* packed, int32_t pairs,
                          int is_3x3, int wide, const nook_range_avx2* range) {
  const nook_eight_avx2* const eight = (const nook_eight_avx2*)(const void*)packed;
  const uint8_t* const w = packed + 2 * sizeof *eight;
  const sums s = is_3x3 ? dw_3x3_taps(tap, at, w, wide) : all_taps(tap, at, w, pairs, wide);
  const __m256i words =
      _mm256_packs_epi32(nook_rescale_avx2(s.low, eight), nook_rescale_avx2(s.high, eight + 1));
  const __m256i moved = _mm256_adds_epi16(words, _mm256_broadcastsi128_si256(range->zero));
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(moved, moved), 0x08);
  return nook_clamp_bytes_avx2(_mm256_castsi256_si128(bytes), range);
}

NOOK_COPIED void put(int8_t* y, __m128i bytes, int wide) {
  if (wide)
    _mm_storeu_si128((__m128i*)y, bytes);
  else
    _mm_storel_epi64((__m128i*)y, bytes);
}

NOOK_COPIED void all_blocks(const nook_depthwise_conv2d_s8* p, const nook_tap_pixels* all,
                            const uint8_t* packed, int is_3x3, int wide) {
  const nook_range_avx2 range = nook_range_of_avx2(p->out_zero, p->act_min, p->act_max);
  const int32_t channels = p->out_c, width = wide ? 16 : 8, last = channels - width;
  const int32_t pairs = nook_pairs_of(p), block_bytes = nook_pairs_block_bytes(p);
  int8_t* y = all->y;
  intptr_t at = 0;
  for (int32_t n = all->count; n > 0; --n, at += all->step, y += channels) {
    const uint8_t* from = packed;
    int32_t c = 0;
    for (; c < last; c += width, from += block_bytes)
      put(y + c, block(all->tap, at + c, from, pairs, is_3x3, wide, &range), wide);
    put(y + last, block(all->tap, at + last, from, pairs, is_3x3, wide, &range), wide);
  }
}

/* Eight channels of two adjacent pixels: one block. */
NOOK_COPIED void two_pixels(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all, const uint8_t* packed,
                            int is_3x3) {
  const nook_range_avx2 range = nook_range_of_avx2(p->out_zero, p->act_min, p->act_max);
  const int32_t pairs = nook_pairs_of(p);
  intptr_t at = 0;
  for (; all->count >= 2; all->count -= 2, at += 16, all->y += 16)
    put(all->y, block(all->tap, at, packed, pairs, is_3x3, 1, &range), 1);
  for (int32_t i = 0; i < 2 * pairs; ++i) all->tap[i] += at;
}

NOOK_COPIED void run(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all, const uint8_t* packed,
                     int is_3x3) {
  if (p->out_c == 8 && p->stride_w == 1 && all->count > 1) two_pixels(p, all, packed, is_3x3);
  if (p->out_c < 16)
    all_blocks(p, all, packed, is_3x3, 0);
  else
    all_blocks(p, all, packed, is_3x3, 1);
}

static __attribute__((noinline)) void run_3x3(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all,
                                              const uint8_t* packed) {
  run(p, all, packed, 1);
}

static __attribute__((noinline)) void run_any(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all,
                                              const uint8_t* packed) {
  run(p, all, packed, 0);
}

static void run_pixels(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all, const int8_t* w) {
  if (nook_pairs_of(p) == 5)
    run_3x3(p, all, (const uint8_t*)w);
  else
    run_any(p, all, (const uint8_t*)w);
}

void nook_depthwise_conv2d_s8_avx2_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                          int32_t)) {
  (void)bias, (void)scratch_memory;
  const int8_t* const outside = w + nook_pairs_blocks(p) * nook_pairs_block_bytes(p);
  nook_row_of_tap_pixels(p, x, oy, w, outside, y_row, run_pixels);
}

void nook_depthwise_conv2d_s8_avx2(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s8_avx2_row);
}
