/* SOFTMAX of int8 for Helium. The including file defines softmax_quotient, the type of y, kQuotientBits, its
 * bits, and the functions declared here. */
#ifndef NOOK_OPS_SOFTMAX_QUOTIENTS_MVE_H_
#define NOOK_OPS_SOFTMAX_QUOTIENTS_MVE_H_

#include "nook/ops/softmax/powers_mve.h"

/* Divides the powers of a row; and stores four quotients, of which `some` exist. */
static inline void divide(const int8_t* x, softmax_quotient* y, int32_t depth, const int32_t* powers,
                          const nook_softmax_division* by);
static inline void store(softmax_quotient* y, int32x4_t quotients, mve_pred16_t some);

static inline __attribute__((always_inline)) void divide_rows(const nook_softmax_s8* p, const int8_t* x,
                                                              softmax_quotient* y, int32_t* powers) {
  nook_softmax_fill_powers_mve(p, powers);
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    nook_softmax_sum row = nook_softmax_sum_mve(p, x, powers);
    const nook_softmax_division by = nook_softmax_division_of(&row, kQuotientBits);
    divide(x, y, p->depth, powers + nook_softmax_first_power(row.most), &by);
  }
}

static void row_alone(const nook_softmax_s8* p, const int8_t* x, softmax_quotient* y) {
  nook_softmax_sum row = nook_softmax_sum_alone_mve(p, x);
  const nook_softmax_division by = nook_softmax_division_of(&row, kQuotientBits);
  for (int32_t left = p->depth; left > 0; left -= 4, x += 4, y += 4) {
    const mve_pred16_t some = vctp32q((uint32_t)left);
    const int32x4_t powers = nook_softmax_powers_at_mve(p, x, row.most, some);
    store(y, nook_softmax_quotients_mve(powers, &by), some);
  }
}

#endif
