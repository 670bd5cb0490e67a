/* 3x3 filters over 16 channels with strides of 1, two tiles of four pixels at once. */
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/ops/conv2d/each_row.h"
#define NOOK_CHANNELS NOOK_WINOGRAD_CHANNELS
#include "nook/ops/conv2d/winograd.h"

enum { kPart = NOOK_WINOGRAD_PART };

static inline uint32_t four_times(uint32_t a) {
  a = plus16(a, a);
  return plus16(a, a);
}

/* V of two channels of one tile. */
static inline void transform(const uint32_t d[kColumns], uint32_t* v) {
  const uint32_t far = minus16(d[4], d[2]), near = minus16(d[3], d[1]), twice = plus16(near, near);
  const uint32_t even = minus16(d[4], four_times(d[2])), odd = minus16(d[3], four_times(d[1]));
  v[0 * kPart] = plus16(four_times(minus16(d[0], d[2])), far);
  v[1 * kPart] = plus16(even, odd);
  v[2 * kPart] = minus16(even, odd);
  v[3 * kPart] = plus16(far, twice);
  v[4 * kPart] = minus16(far, twice);
  v[5 * kPart] = minus16(minus16(minus16(d[5], d[3]), twice), twice);
}

/* V of a tile. Not inlined, so that its stack is free while outputs are computed. */
static __attribute__((noinline)) void transform_tile(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0,
                                                     int32_t x0, uint32_t* v) {
  int8_t copy[kColumns * kChannels];
  transform_rows(p, x, y0, x0, kChannels, copy, v, kChannels, transform_row);
}

/* From 24 times the sum: a third of an eighth, doubled, is exact modulo 2^32. */
static inline int8_t output_of_24(uint32_t sum, how to) {
  return output((uint32_t)((int32_t)sum >> 3) * 0x55555556u, to);
}

/* Computes an output of four pixels from its six sums, which have a stride of 8 words. In assembly, because
 * adjacent loads overlap and a compiler separates them. */
static inline void four_pixels(const uint32_t* m, how to, int8_t* y) {
  uint32_t m0, m1, m2, m3, m4, m5;
  __asm(
      "ldr %0, [%6]\n\tldr %1, [%6, #32]\n\tldr %2, [%6, #64]\n\t"
      "ldr %3, [%6, #96]\n\tldr %4, [%6, #128]\n\tldr %5, [%6, #160]"
      : "=&r"(m0), "=&r"(m1), "=&r"(m2), "=&r"(m3), "=&r"(m4), "=r"(m5)
      : "r"(m), "m"(*(const uint32_t(*)[41])m));
  const uint32_t sum12 = m1 + m2, difference12 = m1 - m2, sum34 = m3 + m4, difference34 = m3 - m4;
  *y = output_of_24(m0 + sum12 + sum34, to), y += to.stride;
  *y = output_of_24(difference12 + 2 * difference34, to), y += to.stride;
  *y = output_of_24(sum12 + 4 * sum34, to), y += to.stride;
  *y = output_of_24(difference12 + 8 * difference34 + m5, to);
}

static inline void both_tiles(const uint32_t* m, how to, int8_t* y) {
#pragma GCC unroll 1
  for (int32_t tile = 0; tile < 2; ++tile) four_pixels(m + 4 * tile, to, y + kTile * to.stride * tile);
}

/* Computes four outputs of both tiles. */
static __attribute__((noinline)) const int32_t* four_outputs(const uint32_t* v, const int32_t* packed,
                                                             const nook_conv2d_s8* p, int8_t* y) {
  int32_t sums[6 * 8];
  packed = nook_dot_winograd_dsp(v, packed, sums);
  return outputs_of(sums, packed, p, y, both_tiles);
}

void nook_conv2d_s8_dsp_winograd_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t v[6 * kPart];
  const int32_t y0 = oy - p->pad_top;
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * kTile) {
    const int32_t* packed = (const int32_t*)(const void*)w;
    for (int32_t tile = 0; tile < 2; ++tile)
      transform_tile(p, x, y0, ox + tile * kTile - p->pad_left, v + tile);
    for (int32_t o = 0; o < p->out_c; o += 4) packed = four_outputs(v, packed, p, y_row + ox * p->out_c + o);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
void nook_conv2d_s8_dsp_winograd(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_winograd_row);
}
