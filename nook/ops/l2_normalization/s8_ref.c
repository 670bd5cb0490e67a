#include "nook/ops/l2_normalization/l2_normalization.h"
#include "nook/ops/reference/exponential.h"

/* 1 / sqrt(x) as a multiplier and a shift for nook_rescale(), x >= 0, computed like TensorFlow Lite: Newton's
 * iteration in Q3.28 on x scaled by a power of 4 to [1/4, 1). */
static int32_t inverse_root(int32_t x, int32_t* shift) {
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

void nook_l2_normalization_s8_ref(const nook_l2_normalization_s8* p, const int8_t* x, int8_t* y,
                                  void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    int32_t squares = 0, shift = 0;
    for (int32_t i = 0; i < p->depth; ++i) squares += (x[i] - p->in_zero) * (x[i] - p->in_zero);
    const int32_t multiplier = inverse_root(squares, &shift);
    for (int32_t i = 0; i < p->depth; ++i)
      y[i] = (int8_t)nook_clamp(nook_rescale(x[i] - p->in_zero, multiplier, shift + 7), -128, 127);
  }
}
