/* The integer kernels of NOOK_LAYER_NORM. The including file defines norm_x, the type of x and y, and its
 * range, kNormLeast and kNormMost. */
#ifndef NOOK_OPS_LAYER_NORM_NORMALIZE_REF_H_
#define NOOK_OPS_LAYER_NORM_NORMALIZE_REF_H_

#include "nook/ops/layer_norm/layer_norm.h"

/* z of an element c is (n * c - sum) * inverse / 2^right, rounded. */
typedef struct nook_norm_row {
  int64_t sum;
  int32_t inverse, right;
} nook_norm_row;

/* The integer part of the square root of x, which is at least 2^62: 32 bits, from the highest on. */
static inline uint32_t nook_root_of_64(uint64_t x) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 62; bit; bit >>= 2) {
    const int fits = x >= root + bit;
    if (fits) x -= root + bit;
    root = (root >> 1) + (fits ? bit : 0);
  }
  return (uint32_t)root;
}

static inline nook_norm_row nook_norm_row_of(const nook_layer_norm* p, int64_t sum, int64_t squares) {
  nook_norm_row row = {p->centred ? sum : 0, 0, 1};
  const int64_t v = p->depth * squares - row.sum * row.sum;
  uint64_t total = ((uint64_t)v << NOOK_NORM_EPSILON_BITS) + (uint64_t)p->epsilon;
  if (total == 0) return row;
  /* total = scaled / 4^left, scaled in [2^62, 2^64); its root has 32 bits, and the inverse at most 31. */
  int32_t left = 0;
  for (; !(total >> 62); total <<= 2) ++left;
  const uint32_t root = nook_root_of_64(total);
  const uint64_t inverse = (((uint64_t)1 << 62) + root / 2) / root;
  row.inverse = inverse > INT32_MAX ? INT32_MAX : (int32_t)inverse;
  row.right = 62 - left - NOOK_NORM_EPSILON_BITS / 2 - NOOK_NORM_BITS;
  return row;
}

/* y before its clamp, for c = x - x_zero; `gamma` and `beta` in the units of the contract. */
static inline int64_t nook_norm_element(const nook_layer_norm* p, const nook_norm_row* row, int32_t c,
                                        int32_t gamma, int32_t beta) {
  const int64_t n_times = (int64_t)p->depth * c - row->sum;
  const int64_t z = (n_times * row->inverse + ((int64_t)1 << (row->right - 1))) >> row->right;
  const int64_t sum = z * gamma + (int64_t)beta * ((int32_t)1 << NOOK_NORM_BETA_BITS);
  return ((sum * p->multiplier + ((int64_t)1 << (p->right - 1))) >> p->right) + p->y_zero;
}

static inline int32_t nook_norm_clamp(int64_t y, int32_t least, int32_t most) {
  return y < least ? least : y > most ? most : (int32_t)y;
}

static void normalize(const nook_layer_norm* p, const norm_x* x, const int16_t* gamma, const int32_t* beta,
                      norm_x* y) {
  int32_t sum = 0;
  int64_t squares = 0;
  for (int32_t i = 0; i < p->depth; ++i) {
    const int32_t c = x[i] - p->x_zero;
    sum += c, squares += (int64_t)c * c;
  }
  const nook_norm_row row = nook_norm_row_of(p, sum, squares);
  for (int32_t i = 0; i < p->depth; ++i) {
    const int64_t q =
        nook_norm_element(p, &row, x[i] - p->x_zero, gamma ? gamma[i] : 1 << 14, beta ? beta[i] : 0);
    y[i] = (norm_x)nook_norm_clamp(q, kNormLeast, kNormMost);
  }
}

#endif
