/* SOFTMAX of int16 on cores with Helium, eight elements at a time. */
#include <arm_mve.h>

#include "nook/ops/softmax/curves_s16.h"

static int32_t largest(const int16_t* x, int32_t depth) {
  int16_t most = INT16_MIN;
  for (; depth > 0; depth -= 8, x += 8) {
    const mve_pred16_t some = vctp16q((uint32_t)depth);
    most = vmaxvq_p_s16(most, vldrhq_z_s16(x, some), some);
  }
  return most;
}

/* The largest element of a row, and the factor of its distances. */
typedef struct row_scale {
  int32_t minus;                  /* the largest element * -power */
  int32_t multiplier, plus, left; /* left: below 0, a shift to the right */
} row_scale;

/* The places of four elements on the curve, before clamping. */
static inline int32x4_t places(const row_scale* row, int32x4_t distances) {
  const int32x4_t product = vqrdmulhq_n_s32(vaddq_n_s32(distances, row->minus), row->multiplier);
  return vshlq_r_s32(vaddq_n_s32(product, row->plus), row->left);
}

/* The powers of eight elements at these places. */
static inline int16x8_t powers_at(uint16x8_t at) {
  const uint16x8_t step = vshrq_n_u16(at, 7);
  const int16x8_t part = vreinterpretq_s16_u16(vshrq_n_u16(vshlq_n_u16(at, 9), 1));
  const int16x8_t low = vldrhq_gather_shifted_offset_s16(nook_softmax_exp_table, step);
  const int16x8_t high = vldrhq_gather_shifted_offset_s16(nook_softmax_exp_table + 1, step);
  return vaddq_s16(low, vqrdmulhq_s16(vsubq_s16(high, low), part));
}

/* Writes the powers of a row, and returns their sum. `power` is 2^left. */
static int32_t write_powers(const row_scale* scale, int32_t power, const int16_t* x, int16_t* y,
                            int32_t depth) {
  const row_scale row = *scale;
  const int16x8_t factor = vdupq_n_s16((int16_t)power);
  int32_t sum = 0;
  for (; depth > 0; depth -= 8, x += 8, y += 8) {
    const mve_pred16_t some = vctp16q((uint32_t)depth);
    const int16x8_t elements = vldrhq_z_s16(x, some);
    const int32x4_t even = places(&row, vmullbq_int_s16(elements, factor));
    const int32x4_t odd = places(&row, vmulltq_int_s16(elements, factor));
    const int16x8_t powers = powers_at(vqmovuntq_s32(vqmovunbq_s32(vdupq_n_u16(0), even), odd));
    vstrhq_p_s16(y, powers, some);
    sum = vaddvaq_p_s16(sum, powers, some);
  }
  return sum;
}

static void divide(int16_t* y, int32_t depth, int32_t sum) {
  const int32_t bits = 31 - __builtin_clz((uint32_t)sum);
  const int16x8_t inverse = vdupq_n_s16((int16_t)nook_softmax_inverse_s16(sum, bits));
  for (; depth > 0; depth -= 8, y += 8) {
    const mve_pred16_t some = vctp16q((uint32_t)depth);
    const int16x8_t powers = vldrhq_z_s16(y, some);
    const int32x4_t even = vrshlq_n_s32(vmullbq_int_s16(powers, inverse), -bits);
    const int32x4_t odd = vrshlq_n_s32(vmulltq_int_s16(powers, inverse), -bits);
    vstrhq_p_s16(y, vqmovntq_s32(vqmovnbq_s32(powers, even), odd), some);
  }
}

void nook_softmax_s16_mve(const nook_softmax_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_softmax_steps steps = nook_softmax_steps_of(p->shift);
  const int32_t power = (int32_t)1 << steps.left;
  row_scale scale = {0, p->multiplier, steps.plus, -steps.right};
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    scale.minus = -largest(x, p->depth) * power;
    divide(y, p->depth, write_powers(&scale, power, x, y, p->depth));
  }
}
