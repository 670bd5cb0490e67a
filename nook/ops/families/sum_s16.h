/* Sums and differences of int16 without zero points, shared by the kernels of ADD and SUB. */
#ifndef NOOK_OPS_FAMILIES_SUM_S16_H_
#define NOOK_OPS_FAMILIES_SUM_S16_H_

#include "nook/ops/families/binary.h"

/* One operand has the factor 1/2, the other one a factor of at most 1/2. There, 1/2 is written as almost 1
 * with a shift of -1: rounding gives the same numbers, as operands are shifted by 15 bits. */
typedef struct nook_sum_s16 {
  const int16_t *half, *other;
  const int32_t *half_jump, *other_jump;
  int32_t multiplier, shift; /* the factor of `other`; the shift is below 0 */
  int32_t half_is_first;
} nook_sum_s16;

static inline nook_sum_s16 nook_sum_s16_of(const nook_binary_sum* p, const int16_t* a, const int16_t* b) {
  const nook_binary_scales* s = &p->scales;
  const nook_sum_s16 second = {b, a, p->walk.b_jump, p->walk.a_jump, s->a_multiplier, s->a_shift, 0};
  nook_sum_s16 first = {a, b, p->walk.a_jump, p->walk.b_jump, s->b_multiplier, s->b_shift, 1};
  if (s->a_shift < 0) return second;
  if (s->b_shift == 0) first.multiplier = INT32_MAX, first.shift = -1;
  return first;
}

typedef enum nook_sum_kind { NOOK_SUM, NOOK_HALF_MINUS_OTHER, NOOK_OTHER_MINUS_HALF } nook_sum_kind;

#endif
