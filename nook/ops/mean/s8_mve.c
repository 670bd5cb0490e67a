#include <arm_mve.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/pixels_mve.h"
#include "nook/ops/mean/mean.h"

/* This kernel rounds twice; a build with single rounding uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* Scale of all means. `start`: their initial sums. */
typedef struct scale {
  int32x4_t start, shift, low, high;
  int32_t multiplier, zero;
} scale;

static inline scale scale_of(const nook_mean_s8* p) {
  const uint32_t start = 0u - (uint32_t)p->in_zero * (uint32_t)p->walk.count; /* may wrap around */
  const scale s = {vdupq_n_s32((int32_t)start),    vdupq_n_s32(p->shift), vdupq_n_s32(-128 - p->out_zero),
                   vdupq_n_s32(127 - p->out_zero), p->multiplier,         p->out_zero};
  return s;
}

/* Rounds the product to its high word (ties up). If a shift follows, subtracts one from a negative product,
 * so that ties of the shift round down. */
static inline int32x4_t mean(int32x4_t sum, const scale* s) {
  int32x4_t q = vqrdmulhq_n_s32(sum, s->multiplier);
  q = vaddq_s32(q, vshrq_n_s32(vandq_s32(q, s->shift), 31));
  q = vminq_s32(vmaxq_s32(vrshlq_s32(q, s->shift), s->low), s->high);
  return vaddq_n_s32(q, s->zero);
}

/* Sums of this many pixels fit 16 bits. */
enum { kPixels = 255 };

/* Writes the means of a group of channels after all of its pixels are read: y may equal x. */
static inline void mean_of_sixteen(const int8_t* x, int32_t pixels, int32_t channels, const scale* s,
                                   int8_t* y) {
  int32x4_t even = s->start, odd = even, even8 = even, odd8 = even;
  while (pixels > 0) {
    const int32_t now = pixels < kPixels ? pixels : kPixels;
    int16x8_t a = vdupq_n_s16(0), b = a;
    for (int32_t i = now; i > 0; --i, x += channels)
      a = vaddq_s16(a, vldrbq_s16(x)), b = vaddq_s16(b, vldrbq_s16(x + 8));
    even = vaddq_s32(even, vmovlbq_s16(a)), odd = vaddq_s32(odd, vmovltq_s16(a));
    even8 = vaddq_s32(even8, vmovlbq_s16(b)), odd8 = vaddq_s32(odd8, vmovltq_s16(b));
    pixels -= now;
  }
  vstrbq_s16(y, vmovntq_s32(vreinterpretq_s16_s32(mean(even, s)), mean(odd, s)));
  vstrbq_s16(y + 8, vmovntq_s32(vreinterpretq_s16_s32(mean(even8, s)), mean(odd8, s)));
}

/* Means of up to four channels. */
static inline void mean_of_four(const int8_t* x, int32_t pixels, int32_t channels, int32_t there,
                                const scale* s, int8_t* y) {
  const mve_pred16_t lanes = vctp32q((uint32_t)there);
  int32x4_t sum = s->start;
  for (int32_t i = pixels; i > 0; --i, x += channels) sum = vaddq_s32(sum, vldrbq_z_s32(x, lanes));
  vstrbq_p_s32(y, mean(sum, s), lanes);
}

void nook_mean_s8_mve(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t channels = p->walk.step, pixels = p->walk.count;
  const scale s = scale_of(p);
  int32_t c = 0;
  for (; c + 16 <= channels; c += 16) mean_of_sixteen(x + c, pixels, channels, &s, y + c);
  for (; c < channels; c += 4) mean_of_four(x + c, pixels, channels, channels - c, &s, y + c);
}

void nook_mean_s8_mve_accumulate(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory) {
  int32_t* const sums = sums_memory;
  const int32_t channels = p->walk.step;
  int32_t c = 0;
  for (; c + 16 <= channels; c += 16)
    nook_accumulate_sixteen_mve(x_row + c, p->width, channels, iy, sums + c);
  for (; c < channels; c += 4) {
    const mve_pred16_t lanes = vctp32q((uint32_t)(channels - c));
    int32x4_t sum = iy == 0 ? vdupq_n_s32(0) : vldrwq_z_s32(sums + c, lanes);
    const int8_t* at = x_row + c;
    for (int32_t i = p->width; i > 0; --i, at += channels) sum = vaddq_s32(sum, vldrbq_z_s32(at, lanes));
    vstrwq_p_s32(sums + c, sum, lanes);
  }
}

void nook_mean_s8_mve_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t* const sums = sums_memory;
  const int32_t channels = p->walk.step;
  const scale s = scale_of(p);
  for (int32_t c = 0; c < channels; c += 4) {
    const mve_pred16_t lanes = vctp32q((uint32_t)(channels - c));
    vstrbq_p_s32(y + c, mean(vaddq_s32(vldrwq_z_s32(sums + c, lanes), s.start), &s), lanes);
  }
}
