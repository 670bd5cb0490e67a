/* The inverse of a Euclidean norm, for kernels of L2_NORMALIZATION. */
#ifndef NOOK_OPS_L2_NORMALIZATION_INVERSE_ROOT_H_
#define NOOK_OPS_L2_NORMALIZATION_INVERSE_ROOT_H_

#include "nook/ops/reference/exponential.h"

/* 1 / sqrt(x) as a multiplier and a shift for nook_rescale(), x >= 0, computed like TensorFlow Lite: Newton's
 * iteration in Q3.28 on x scaled by a power of 4 to [1/4, 1). */
static inline int32_t nook_inverse_root(int32_t x, int32_t* shift) {
  const int32_t three_halves = ((int32_t)1 << 28) + ((int32_t)1 << 27), half_root_of_two = 1518500250;
  int32_t root = (int32_t)1 << 28;
  *shift = 0;
  if (x <= 1) return INT32_MAX;
  int32_t right = 11;
  for (; x >= (int32_t)1 << 29; ++right) x /= 4;
  for (; x < (int32_t)1 << 27; --right) x *= 4;
  const int32_t half = nook_shift_right_round(x >> 1, 1);
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = nook_shift_left_sat(nook_mul_high(nook_mul_high(root, root), root), 6);
    root = nook_shift_left_sat(nook_mul_high(three_halves, root) - nook_mul_high(half, cube), 3);
  }
  root = nook_mul_high(root, half_root_of_two);
  if (right < 0) {
    root = (int32_t)((uint32_t)root << -right);
    right = 0;
  }
  *shift = -right;
  return root;
}

#endif
