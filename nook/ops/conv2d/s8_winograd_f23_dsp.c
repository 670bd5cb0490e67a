/* 3x3 filters over 32 channels with strides of 1, four pixels at once. */
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"
#include "nook/ops/conv2d/each_row.h"
#define NOOK_CHANNELS NOOK_F23_CHANNELS
#include "nook/ops/conv2d/winograd.h"

enum { kPart = NOOK_F23_PART, kPixels = 2 /* words of a part of V; pixels of a tile of F(2, 3) */ };

/* V of two channels, one word per tile: the second tile's columns begin with the third column. */
static inline void transform(const uint32_t d[kColumns], uint32_t* v) {
#pragma GCC unroll 2
  for (int32_t tile = 0; tile < 2; ++tile, ++v, d += kPixels) {
    v[0 * kPart] = minus16(d[0], d[2]);
    v[1 * kPart] = minus16(d[3], d[1]);
    v[2 * kPart] = plus16(d[1], d[2]);
    v[3 * kPart] = minus16(d[2], d[1]);
  }
}

/* V of both tiles. Not inlined, so that its stack is free while outputs are computed. */
static __attribute__((noinline)) void transform_tiles(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0,
                                                      int32_t x0, uint32_t* v) {
  int8_t copy[kColumns * kChannels];
  transform_rows(p, x, y0, x0, kChannels, copy, v, kChannels, transform_row);
}

/* Computes an output of two pixels from its sums, which have a stride of 8 words. In assembly, because
 * adjacent loads overlap and a compiler separates them. */
static inline void two_pixels(const uint32_t* m, how to, int8_t* y) {
  uint32_t m0, m3, m1, m2;
  __asm("ldr %0, [%4]\n\tldr %1, [%4, #32]\n\tldr %2, [%4, #64]\n\tldr %3, [%4, #96]"
        : "=&r"(m0), "=&r"(m3), "=&r"(m1), "=r"(m2)
        : "r"(m), "m"(*(const uint32_t(*)[25])m));
  y[0] = output(m0 + m1 + m2, to);
  y[to.stride] = output(m3 + m1 - m2, to);
}

static inline void both_tiles(const uint32_t* m, how to, int8_t* y) {
  two_pixels(m, to, y);
  two_pixels(m + 4, to, y + kPixels * to.stride);
}

/* Computes four outputs of both tiles. */
static __attribute__((noinline)) const int32_t* four_outputs(const uint32_t* v, const int32_t* packed,
                                                             const nook_conv2d_s8* p, int8_t* y) {
  int32_t sums[4 * 8];
  packed = nook_dot_winograd_f23_dsp(v, packed, sums);
  return outputs_of(sums, packed, p, y, both_tiles);
}

void nook_conv2d_s8_dsp_winograd_f23_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t v[4 * kPart];
  for (int32_t ox = 0; ox < p->out_w; ox += kTile) {
    const int32_t* packed = (const int32_t*)(const void*)w;
    transform_tiles(p, x, oy - p->pad_top, ox - p->pad_left, v);
    for (int32_t o = 0; o < p->out_c; o += 4) packed = four_outputs(v, packed, p, y_row + ox * p->out_c + o);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
void nook_conv2d_s8_dsp_winograd_f23(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_winograd_f23_row);
}
