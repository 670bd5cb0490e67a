/* SOFTMAX of int8 that computes the exponential of each distance from the largest element of a row once. */
#ifndef NOOK_OPS_SOFTMAX_POWERS_S8_H_
#define NOOK_OPS_SOFTMAX_POWERS_S8_H_

#include "nook/ops/softmax/sum_s8.h"

/* nook_softmax_power(), inlined into its one caller. */
static inline int32_t nook_softmax_new_power(const nook_softmax_s8* p, int32_t diff) {
  return nook_exp_negative(nook_mul_high((int32_t)((uint32_t)diff << p->shift), p->multiplier), 5);
}

/* The powers by 255 - distance, which is an element and a constant of its row; -1: not known yet. */
static inline void nook_softmax_forget_powers(int32_t* powers) {
  for (int32_t i = 0; i < NOOK_SOFTMAX_POWERS; ++i) powers[i] = -1;
}
static inline int32_t nook_softmax_first_power(int32_t most) { return NOOK_SOFTMAX_POWERS - 1 - most; }

/* The sum of so few terms that it fits. Not inlined, as callers have too many values for a core's registers.
 */
static __attribute__((noinline)) uint32_t nook_softmax_terms(const nook_softmax_s8* p, const int8_t* x,
                                                             int32_t count, int32_t most, int32_t* powers) {
  const int32_t first = nook_softmax_first_power(most);
  const int8_t* const end = x + count;
  uint32_t sum = 0;
  do {
    const int32_t at = first + *x++;
    int32_t power = powers[at];
    if (power < 0) {
      const int32_t difference = at - (NOOK_SOFTMAX_POWERS - 1);
      powers[at] = power = difference < p->least ? 0 : nook_softmax_new_power(p, difference);
    }
    sum += ((uint32_t)power + (1u << (NOOK_SOFTMAX_SUM_BITS - 1))) >> NOOK_SOFTMAX_SUM_BITS;
  } while (x != end);
  return sum;
}

/* nook_softmax_sum_s8(), which computes each power once. */
static inline nook_softmax_sum nook_softmax_sum_powers(const nook_softmax_s8* p, const int8_t* x,
                                                       int32_t* powers) {
  const int32_t depth = p->depth, few = 1 << NOOK_SOFTMAX_SUM_BITS;
  const int8_t* element = x;
  int32_t most = -128;
  do {
    most = *element > most ? *element : most;
  } while (++element != x + depth);

  uint32_t sum = 0;
  for (int32_t i = 0; i < depth; i += few) {
    const uint32_t terms = nook_softmax_terms(p, x + i, depth - i < few ? depth - i : few, most, powers);
    sum = sum > UINT32_MAX - terms ? UINT32_MAX : sum + terms;
  }
  return nook_softmax_sum_of(most, sum);
}

/* The shift of nook_softmax_part(). Where all parts are nothing, the inverse becomes nothing. */
static inline int32_t nook_softmax_shift(nook_softmax_sum* row, int32_t bits) {
  const int32_t shift = row->places + 31 - bits;
  if (shift > 31) row->inverse = 0;
  return shift > 31 ? 31 : shift;
}

/* nook_softmax_part() of an element whose power is known. */
static inline uint32_t nook_softmax_part_of(int32_t inverse, int32_t power, int32_t shift) {
  return ((uint32_t)nook_mul_high_positive(inverse, power) + (1u << (shift - 1))) >> shift;
}

#endif
