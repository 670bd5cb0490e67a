/* SOFTMAX of int8 on cores with Helium: exponentials four at a time, into a table by the distance from the
 * largest element of a row, and rows by gathers from it. */
#ifndef NOOK_OPS_SOFTMAX_POWERS_MVE_H_
#define NOOK_OPS_SOFTMAX_POWERS_MVE_H_

#include <arm_mve.h>

#include "nook/ops/softmax/powers_s8.h"
#include "nook/ops/softmax/rows_mve.h"

/* nook_exp_below_quarter(). The terms that are shifted are not negative, so that ties have one direction. */
static inline int32x4_t nook_exp_below_quarter_mve(int32x4_t a) {
  const int32_t at_eighth = 1895147668, third = 715827883;
  const int32x4_t x = vaddq_n_s32(a, 1 << 28), x2 = vqrdmulhq_s32(x, x), x3 = vqrdmulhq_s32(x2, x);
  const int32x4_t x4 = vqrdmulhq_s32(x2, x2);
  const int32x4_t cubic = vqrdmulhq_n_s32(vaddq_s32(vrshrq_n_s32(x4, 2), x3), third);
  const int32x4_t tail = vrshrq_n_s32(vaddq_s32(cubic, x2), 1);
  return vqaddq_n_s32(vqrdmulhq_n_s32(vaddq_s32(x, tail), at_eighth), at_eighth);
}

/* Multiplies by `factor` where a bit of `rest` is set. */
static inline int32x4_t nook_power_of_bit_mve(int32x4_t power, int32x4_t rest, int32_t bit, int32_t factor) {
  const mve_pred16_t is_set = vcmpltq_n_s32(vshlq_r_s32(rest, 31 - bit), 0);
  return vqrdmulhq_m_n_s32(power, power, factor, is_set);
}

/* nook_exp_negative() with five integer bits. */
static inline int32x4_t nook_exp_negative_mve(int32x4_t a) {
  const int32_t quarter = 1 << 24;
  const int32x4_t below = vsubq_n_s32(vandq_s32(a, vdupq_n_s32(quarter - 1)), quarter);
  const int32x4_t rest = vsubq_s32(below, a);
  int32x4_t power = nook_exp_below_quarter_mve(vshlq_n_s32(below, 5));
  power = nook_power_of_bit_mve(power, rest, 24, 1672461947);
  power = nook_power_of_bit_mve(power, rest, 25, 1302514674);
  power = nook_power_of_bit_mve(power, rest, 26, 790015084);
  power = nook_power_of_bit_mve(power, rest, 27, 290630308);
  power = nook_power_of_bit_mve(power, rest, 28, 39332535);
  power = nook_power_of_bit_mve(power, rest, 29, 720401);
  power = nook_power_of_bit_mve(power, rest, 30, 242);
  return vdupq_m_n_s32(power, INT32_MAX, vcmpeqq_n_s32(a, 0));
}

/* The powers of four distances, below 0; 0 for those that are ignored. */
static inline int32x4_t nook_softmax_powers_of_mve(const nook_softmax_s8* p, int32x4_t difference) {
  const int32x4_t exponent = vqrdmulhq_n_s32(vshlq_r_s32(difference, p->shift), p->multiplier);
  const mve_pred16_t ignored = vcmpltq_n_s32(difference, p->least);
  return vdupq_m_n_s32(nook_exp_negative_mve(exponent), 0, ignored);
}

static void nook_softmax_fill_powers_mve(const nook_softmax_s8* p, int32_t* powers) {
  int32x4_t difference = vreinterpretq_s32_u32(vidupq_n_u32(1 - NOOK_SOFTMAX_POWERS, 1));
  for (int32_t i = 0; i < NOOK_SOFTMAX_POWERS; i += 4, difference = vaddq_n_s32(difference, 4))
    vst1q_s32(powers + i, nook_softmax_powers_of_mve(p, difference));
}

/* nook_softmax_sum_powers(). */
static inline nook_softmax_sum nook_softmax_sum_mve(const nook_softmax_s8* p, const int8_t* x,
                                                    const int32_t* powers) {
  const int32_t depth = p->depth, few = 1 << NOOK_SOFTMAX_SUM_BITS, most = nook_softmax_most_mve(x, depth);
  uint32_t sum = 0;
  for (int32_t i = 0; i < depth; i += few) {
    const int32_t count = depth - i < few ? depth - i : few;
    const uint32_t terms = nook_softmax_terms_mve(x + i, count, powers + nook_softmax_first_power(most));
    sum = sum > UINT32_MAX - terms ? UINT32_MAX : sum + terms;
  }
  return nook_softmax_sum_of(most, sum);
}

/* The division of a row, with results of this many bits. A quotient of 1 becomes the largest result. */
static inline nook_softmax_division nook_softmax_division_of(nook_softmax_sum* row, int32_t bits) {
  const int32_t right = -nook_softmax_shift(row, bits);
  const nook_softmax_division by = {row->inverse, right, (1 << bits) - 1, -(1 << (bits - 1))};
  return by;
}

/* Without a table: the powers of four elements, of which `some` exist. */
static inline int32x4_t nook_softmax_powers_at_mve(const nook_softmax_s8* p, const int8_t* x, int32_t most,
                                                   mve_pred16_t some) {
  return nook_softmax_powers_of_mve(p, vsubq_n_s32(vldrbq_z_s32(x, some), most));
}

/* nook_softmax_sum_s8(). Sums of four terms fit, and saturate together. */
static inline nook_softmax_sum nook_softmax_sum_alone_mve(const nook_softmax_s8* p, const int8_t* x) {
  const int32_t most = nook_softmax_most_mve(x, p->depth);
  uint32_t sum = 0;
  for (int32_t left = p->depth; left > 0; left -= 4, x += 4) {
    const mve_pred16_t some = vctp32q((uint32_t)left);
    const uint32x4_t powers = vreinterpretq_u32_s32(nook_softmax_powers_at_mve(p, x, most, some));
    const uint32_t terms = vaddvq_p_u32(vrshrq_n_u32(powers, NOOK_SOFTMAX_SUM_BITS), some);
    sum = sum > UINT32_MAX - terms ? UINT32_MAX : sum + terms;
  }
  return nook_softmax_sum_of(most, sum);
}

static inline int32x4_t nook_softmax_quotients_mve(int32x4_t powers, const nook_softmax_division* by) {
  const int32x4_t parts = vrshlq_n_s32(vqrdmulhq_n_s32(powers, by->inverse), by->right);
  return vaddq_n_s32(vminq_s32(parts, vdupq_n_s32(by->limit)), by->least);
}

#endif
