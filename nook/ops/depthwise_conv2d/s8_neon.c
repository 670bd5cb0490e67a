/* Depthwise convolutions of int8 on aarch64 with NEON: sixteen channels at a time, or eight. The products of
 * two taps are added in 16 bits: of no channel may their weights both be -128. */
#include "nook/kernels/asm/eight_neon.h"
#include "nook/ops/depthwise_conv2d/tap_pointers.h"
#include "nook/ops/depthwise_conv2d/taps_neon.h"

enum { TAPS_3X3 = 9 };

/* Sums of channels 0 to 3, 4 to 7, and so on. */
typedef struct sums {
  int32x4_t a, b, c, d;
} sums;

/* Sixteen channels of a tap, or eight. */
NOOK_INLINED_NEON int8x16_t load(const int8_t* from, int wide) {
  return wide ? vld1q_s8(from) : vcombine_s8(vld1_s8(from), vdup_n_s8(0));
}

NOOK_INLINED_NEON sums add_low(sums s, int16x8_t products) {
  s.a = vaddw_s16(s.a, vget_low_s16(products)), s.b = vaddw_high_s16(s.b, products);
  return s;
}
NOOK_INLINED_NEON sums add_high(sums s, int16x8_t products) {
  s.c = vaddw_s16(s.c, vget_low_s16(products)), s.d = vaddw_high_s16(s.d, products);
  return s;
}

/* Adds the products of a tap, or of two. */
NOOK_INLINED_NEON sums add_one(sums s, int8x16_t x, int8x16_t w, int wide) {
  s = add_low(s, vmull_s8(vget_low_s8(x), vget_low_s8(w)));
  return wide ? add_high(s, vmull_high_s8(x, w)) : s;
}
NOOK_INLINED_NEON sums add_two(sums s, int8x16_t x, int8x16_t w, int8x16_t next_x, int8x16_t next_w,
                               int wide) {
  const int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(w));
  s = add_low(s, vmlal_s8(low, vget_low_s8(next_x), vget_low_s8(next_w)));
  return wide ? add_high(s, vmlal_high_s8(vmull_high_s8(x, w), next_x, next_w)) : s;
}

/* A block of channels: its factors, whose first is at a multiple of 4, and weights. */
typedef struct block {
  const nook_eight_neon* eight;
  const int8_t* w;
  int32_t first; /* its first channel */
} block;

NOOK_INLINED_NEON block block_at(const nook_depthwise_conv2d_s8* p, const int8_t* packed, int32_t i,
                                 int wide) {
  const int8_t* const at = packed + (intptr_t)i * nook_taps_block_bytes_neon(p);
  const block b = {(const nook_eight_neon*)(const void*)at, at + (wide ? 2 : 1) * sizeof(nook_eight_neon),
                   nook_taps_first_neon(p, i)};
  return b;
}

NOOK_INLINED_NEON sums biases(const nook_eight_neon* eight, int wide) {
  sums s = {vld1q_s32(eight->bias), vld1q_s32(eight->bias + 4), vdupq_n_s32(0), vdupq_n_s32(0)};
  if (wide) s.c = vld1q_s32(eight[1].bias), s.d = vld1q_s32(eight[1].bias + 4);
  return s;
}

NOOK_INLINED_NEON void put(int8_t* y, sums s, const nook_eight_neon* eight, int wide,
                           const nook_range_neon* range) {
  vst1_s8(y, nook_bytes_neon(s.a, s.b, eight, range));
  if (wide) vst1_s8(y + 8, nook_bytes_neon(s.c, s.d, eight + 1, range));
}

/* The outputs of a block of all pixels. */
NOOK_INLINED_NEON void any_filter(const nook_depthwise_conv2d_s8* p, const nook_tap_pixels* all, block b,
                                  int wide, const nook_range_neon* range) {
  const int32_t width = wide ? 16 : 8;
  int8_t* y = all->y + b.first;
  intptr_t at = b.first;
  for (int32_t n = all->count; n > 0; --n, at += all->step, y += p->out_c) {
    const int8_t* w = b.w;
    const int8_t* const* tap = all->tap;
    sums s = biases(b.eight, wide);
    int32_t left = p->filter_h * p->filter_w;
    for (; left >= 2; left -= 2, tap += 2, w += 2 * width)
      s = add_two(s, load(tap[0] + at, wide), load(w, wide), load(tap[1] + at, wide), load(w + width, wide),
                  wide);
    if (left > 0) s = add_one(s, load(tap[0] + at, wide), load(w, wide), wide);
    put(y, s, b.eight, wide, range);
  }
}

/* Likewise, for nine taps, whose weights and addresses stay in registers. */
NOOK_INLINED_NEON void nine_taps(const nook_depthwise_conv2d_s8* p, const nook_tap_pixels* all, block b,
                                 int wide, const nook_range_neon* range) {
  const int32_t width = wide ? 16 : 8;
  const int8x16_t w0 = load(b.w, wide), w1 = load(b.w + width, wide), w2 = load(b.w + 2 * width, wide);
  const int8x16_t w3 = load(b.w + 3 * width, wide), w4 = load(b.w + 4 * width, wide);
  const int8x16_t w5 = load(b.w + 5 * width, wide), w6 = load(b.w + 6 * width, wide);
  const int8x16_t w7 = load(b.w + 7 * width, wide), w8 = load(b.w + 8 * width, wide);
  const int8_t *const t0 = all->tap[0], *const t1 = all->tap[1], *const t2 = all->tap[2];
  const int8_t *const t3 = all->tap[3], *const t4 = all->tap[4], *const t5 = all->tap[5];
  const int8_t *const t6 = all->tap[6], *const t7 = all->tap[7], *const t8 = all->tap[8];
  int8_t* y = all->y + b.first;
  intptr_t at = b.first;
  for (int32_t n = all->count; n > 0; --n, at += all->step, y += p->out_c) {
    sums s = biases(b.eight, wide);
    s = add_two(s, load(t0 + at, wide), w0, load(t1 + at, wide), w1, wide);
    s = add_two(s, load(t2 + at, wide), w2, load(t3 + at, wide), w3, wide);
    s = add_two(s, load(t4 + at, wide), w4, load(t5 + at, wide), w5, wide);
    s = add_two(s, load(t6 + at, wide), w6, load(t7 + at, wide), w7, wide);
    s = add_one(s, load(t8 + at, wide), w8, wide);
    put(y, s, b.eight, wide, range);
  }
}

/* All blocks. Inlined for each kind of filter and block, so that these are compile-time constants. */
NOOK_INLINED_NEON void all_blocks(const nook_depthwise_conv2d_s8* p, const nook_tap_pixels* all,
                                  const int8_t* packed, int nine, int wide) {
  const nook_range_neon range = nook_range_of_neon(p->out_zero, p->act_min, p->act_max);
  const int32_t blocks = nook_taps_blocks_neon(p);
  for (int32_t i = 0; i < blocks; ++i)
    (nine ? nine_taps : any_filter)(p, all, block_at(p, packed, i, wide), wide, &range);
}

static __attribute__((noinline)) void sixteen_channels_3x3(const nook_depthwise_conv2d_s8* p,
                                                           const nook_tap_pixels* all, const int8_t* w) {
  all_blocks(p, all, w, 1, 1);
}
static __attribute__((noinline)) void eight_channels_3x3(const nook_depthwise_conv2d_s8* p,
                                                         const nook_tap_pixels* all, const int8_t* w) {
  all_blocks(p, all, w, 1, 0);
}
static __attribute__((noinline)) void sixteen_channels(const nook_depthwise_conv2d_s8* p,
                                                       const nook_tap_pixels* all, const int8_t* w) {
  all_blocks(p, all, w, 0, 1);
}
static __attribute__((noinline)) void eight_channels(const nook_depthwise_conv2d_s8* p,
                                                     const nook_tap_pixels* all, const int8_t* w) {
  all_blocks(p, all, w, 0, 0);
}

static void run(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all, const int8_t* w) {
  const int is_3x3 = p->filter_h * p->filter_w == TAPS_3X3;
  if (p->out_c < 16)
    (is_3x3 ? eight_channels_3x3 : eight_channels)(p, all, w);
  else
    (is_3x3 ? sixteen_channels_3x3 : sixteen_channels)(p, all, w);
}

void nook_depthwise_conv2d_s8_neon_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                          int32_t)) {
  (void)bias, (void)scratch_memory;
  const int8_t* const outside = w + (intptr_t)nook_taps_blocks_neon(p) * nook_taps_block_bytes_neon(p);
  nook_row_of_tap_pixels(p, x, oy, w, outside, y_row, run);
}

void nook_depthwise_conv2d_s8_neon(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s8_neon_row);
}
