/* Eight floats on aarch64 with NEON, for tile_4x16_f32.h. Products and sums round twice, as in the reference.
 */
#ifndef NOOK_KERNELS_ASM_EIGHTS_F32_NEON_H_
#define NOOK_KERNELS_ASM_EIGHTS_F32_NEON_H_

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

/* Inlined for each width, so that sums stay in registers. */
#define NOOK_INLINED_F32 static inline __attribute__((always_inline))

typedef struct nook_eight_f32 {
  float32x4_t low, high;
} nook_eight_f32;
/* How many of eight floats exist, less than eight. */
typedef int32_t nook_few_f32;

NOOK_INLINED_F32 nook_eight_f32 nook_all_f32(float x) {
  const nook_eight_f32 eight = {vdupq_n_f32(x), vdupq_n_f32(x)};
  return eight;
}
NOOK_INLINED_F32 nook_eight_f32 nook_zeros_f32(void) { return nook_all_f32(0); }
NOOK_INLINED_F32 nook_eight_f32 nook_load_f32(const float* from) {
  const nook_eight_f32 eight = {vld1q_f32(from), vld1q_f32(from + 4)};
  return eight;
}
/* Eight copies of a number. */
NOOK_INLINED_F32 nook_eight_f32 nook_load_all_f32(const float* from) {
  const float32x4_t all = vld1q_dup_f32(from);
  const nook_eight_f32 eight = {all, all};
  return eight;
}
NOOK_INLINED_F32 void nook_put_f32(float* to, nook_eight_f32 x) {
  vst1q_f32(to, x.low), vst1q_f32(to + 4, x.high);
}

NOOK_INLINED_F32 nook_few_f32 nook_few_of_f32(int32_t count) { return count; }
/* Reads no others. */
NOOK_INLINED_F32 nook_eight_f32 nook_load_few_f32(const float* from, nook_few_f32 few) {
  float all[8] = {0};
  for (int32_t i = 0; i < few; ++i) all[i] = from[i];
  return nook_load_f32(all);
}

NOOK_INLINED_F32 nook_eight_f32 nook_add_product_f32(nook_eight_f32 sum, nook_eight_f32 x, nook_eight_f32 w) {
  const nook_eight_f32 added = {vaddq_f32(sum.low, vmulq_f32(x.low, w.low)),
                                vaddq_f32(sum.high, vmulq_f32(x.high, w.high))};
  return added;
}

/* nook_clamp_f32() of four numbers: a NaN remains, and a zero keeps its sign. */
NOOK_INLINED_F32 float32x4_t nook_clamp_four_f32(float32x4_t x, float32x4_t low, float32x4_t high) {
  return vbslq_f32(vcltq_f32(x, low), low, vbslq_f32(vcgtq_f32(x, high), high, x));
}
/* Likewise, of sum + bias. */
NOOK_INLINED_F32 nook_eight_f32 nook_finish_f32(nook_eight_f32 sum, nook_eight_f32 bias, nook_eight_f32 low,
                                                nook_eight_f32 high) {
  const nook_eight_f32 done = {nook_clamp_four_f32(vaddq_f32(sum.low, bias.low), low.low, high.low),
                               nook_clamp_four_f32(vaddq_f32(sum.high, bias.high), low.high, high.high)};
  return done;
}

#endif
