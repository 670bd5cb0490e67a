/* SOFTMAX with a table of powers. The including file defines softmax_quotient, the type of y, and
 * kQuotientBits, its bits. */
#ifndef NOOK_OPS_SOFTMAX_QUOTIENTS_S8_H_
#define NOOK_OPS_SOFTMAX_QUOTIENTS_S8_H_

#include "nook/ops/softmax/powers_s8.h"

/* Not inlined, so that the loop has all registers. */
static __attribute__((noinline)) void divide_row(nook_softmax_sum* row, const int8_t* x, softmax_quotient* y,
                                                 int32_t depth, const int32_t* powers) {
  const int32_t least = -((int32_t)1 << (kQuotientBits - 1));
  const int32_t shift = nook_softmax_shift(row, kQuotientBits), first = nook_softmax_first_power(row->most);
  const int32_t inverse = row->inverse;
  const int8_t* const end = x + depth;
  do {
    const uint32_t part = nook_softmax_part_of(inverse, powers[first + *x++], shift);
    /* part is at most 2^kQuotientBits */
    *y++ = (softmax_quotient)((int32_t)(part - (part >> kQuotientBits)) + least);
  } while (x != end);
}

static inline __attribute__((always_inline)) void divide_rows(const nook_softmax_s8* p, const int8_t* x,
                                                              softmax_quotient* y, int32_t* powers) {
  nook_softmax_forget_powers(powers);
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    nook_softmax_sum row = nook_softmax_sum_powers(p, x, powers);
    divide_row(&row, x, y, p->depth, powers);
  }
}

#endif
