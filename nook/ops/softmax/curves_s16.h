/* The curves of SOFTMAX of int16 between the points of their tables, and the factors of a row. */
#ifndef NOOK_OPS_SOFTMAX_CURVES_S16_H_
#define NOOK_OPS_SOFTMAX_CURVES_S16_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/softmax/softmax.h"
#include "nook/ops/softmax/tables_ref.h"

/* Interpolates between two of the 513 points of a curve. */
static inline int32_t nook_softmax_curve(const int16_t* curve, int32_t x) {
  const int32_t step = 256 + (x >> 7);
  return curve[step] + ((((int32_t)curve[step + 1] - curve[step]) * (x & 0x7F) + 64) >> 7);
}

/* 1 / sum in units of 2^-(bits + 15), where sum = (1 + s) * 2^bits with s in [0, 1), and bits is at most 30.
 */
static inline int32_t nook_softmax_inverse_s16(int32_t sum, int32_t bits) {
  const int32_t one_plus = (int32_t)((((uint32_t)sum << (30 - bits)) + (1u << 13)) >> 14);
  return nook_softmax_curve(nook_softmax_reciprocal_table,
                            nook_clamp(one_plus - ((int32_t)3 << 15), INT16_MIN, INT16_MAX));
}

/* How a distance d from the largest element of a row, not above 0, becomes a place on the curve, from 0 to
 * 65535: ((2 * product of d << left and the multiplier, its rounded high word) + plus) >> right, clamped.
 * `plus` rounds ties away from zero, as products are not above 0, and adds 65535. Only for shifts from
 * NOOK_SOFTMAX_LEAST_SHIFT to NOOK_SOFTMAX_MOST_SHIFT. */
typedef struct nook_softmax_steps {
  int32_t left, right, plus;
} nook_softmax_steps;

static inline nook_softmax_steps nook_softmax_steps_of(int32_t shift) {
  const int32_t left = shift > 0 ? shift : 0, right = shift > 0 ? 0 : -shift;
  const int32_t rounding = right > 0 ? ((int32_t)1 << (right - 1)) - 1 : 0;
  const nook_softmax_steps steps = {left, right, (int32_t)((uint32_t)65535 << right) + rounding};
  return steps;
}

#endif
