/* ADD and SUB of int8 operands with their own scales, on aarch64 with NEON: eight elements at a time. */
#ifndef NOOK_OPS_REFERENCE_SUM_NEON_H_
#define NOOK_OPS_REFERENCE_SUM_NEON_H_

#include "nook/kernels/asm/eight_neon.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* An operand's zero point, and its factor after the multiplication by 2^20. */
typedef struct operand {
  int8x8_t zero;
  int32x4_t multiplier, shift;
} operand;
/* Two halves of eight numbers. */
typedef struct eight {
  int32x4_t low, high;
} eight;

NOOK_INLINED_NEON operand operand_of(int32_t zero, int32_t multiplier, int32_t shift) {
  const operand x = {vdup_n_s8((int8_t)zero), vdupq_n_s32(multiplier), vdupq_n_s32(shift)};
  return x;
}

NOOK_INLINED_NEON eight scaled(const int8_t* from, const operand* of) {
  const int16x8_t x = vshlq_n_s16(vsubl_s8(vld1_s8(from), of->zero), 5);
  const eight all = {nook_rescale_neon(vshll_n_s16(vget_low_s16(x), 15), of->multiplier, of->shift),
                     nook_rescale_neon(vshll_high_n_s16(x, 15), of->multiplier, of->shift)};
  return all;
}

static inline int8_t one_sum(const nook_binary_sum_s8* p, int8_t a, int8_t b, int32_t sign) {
  const int32_t in_a = nook_rescale_down((a - p->a_zero) * (1 << 20), p->a_multiplier, p->a_shift);
  const int32_t in_b = nook_rescale_down((b - p->b_zero) * (1 << 20), p->b_multiplier, p->b_shift);
  const int32_t q = nook_rescale_down(in_a + sign * in_b, p->y_multiplier, p->y_shift) + p->y_zero;
  return (int8_t)nook_clamp(q, p->act_min, p->act_max);
}

/* All segments of ADD, or of SUB if `sign` is -1. */
NOOK_INLINED_NEON void nook_sum_all_neon(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b,
                                         int8_t* y, int32_t sign) {
  const operand of_a = operand_of(p->a_zero, p->a_multiplier, p->a_shift);
  const operand of_b = operand_of(p->b_zero, p->b_multiplier, p->b_shift);
  const int32x4_t multiplier = vdupq_n_s32(p->y_multiplier), shift = vdupq_n_s32(p->y_shift);
  const nook_range_neon range = nook_range_of_neon(p->y_zero, p->act_min, p->act_max);
  const int32_t run = p->walk.run;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    int32_t i = 0;
    for (; i + 8 <= run; i += 8) {
      const eight in_a = scaled(a + i, &of_a), in_b = scaled(b + i, &of_b);
      const int32x4_t low = sign < 0 ? vsubq_s32(in_a.low, in_b.low) : vaddq_s32(in_a.low, in_b.low);
      const int32x4_t high = sign < 0 ? vsubq_s32(in_a.high, in_b.high) : vaddq_s32(in_a.high, in_b.high);
      vst1_s8(y + i, nook_clamped_neon(nook_rescale_neon(low, multiplier, shift),
                                       nook_rescale_neon(high, multiplier, shift), &range));
    }
    for (; i < run; ++i) y[i] = one_sum(p, a[i], b[i], sign);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += run;
  }
}

#endif
