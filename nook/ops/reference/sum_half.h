/* ADD and SUB in portable C, for the case that the factor of one operand is 1/2, a shift: it is the operand
 * with the larger scale. The including file defines the function declared here. */
#ifndef NOOK_OPS_REFERENCE_SUM_HALF_H_
#define NOOK_OPS_REFERENCE_SUM_HALF_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

typedef struct operand {
  const int8_t* x;
  const int32_t* jump;
  int32_t zero, multiplier, shift;
} operand;
typedef struct output {
  int8_t* y;
  const int32_t* dim;
  int32_t rank, run, zero, multiplier, shift, least, most;
} output;

/* Operands are multiplied by this before their factors. */
#define NOOK_SUM_UNIT ((int32_t)1 << 20)

static inline int is_half(const operand* x) { return x->multiplier == (int32_t)1 << 30 && x->shift == 0; }

/* nook_mul_high() for |sum| < 2^29 and a nonnegative multiplier. */
static inline int32_t high_of_sum(int32_t sum, int32_t multiplier);

/* A factor split into two parts, so that its product with 9 bits fits 32 bits. Its right shift, and the shift
 * of y, are stored minus one. The factor 1/2 is stored as 1, shifted once. */
typedef struct factors {
  int32_t high, low, shift;
  int32_t y_multiplier, y_shift;
} factors;

static inline factors factors_of(const operand* x, const output* to) {
  const int half = is_half(x);
  const uint32_t multiplier = (uint32_t)x->multiplier << half;
  const factors f = {(int32_t)(multiplier >> 16 << 5), (int32_t)(multiplier & 0xffffu),
                     half ? 0 : -x->shift - 1, to->multiplier, -to->shift - 1};
  return f;
}

/* Rounds twice, like nook_rescale_fast(). The sum is the operand with the factor 1/2 times half_unit, plus
 * `sign` times the other one times its factor and 2^20. */
static inline void sum_run(const factors* all, const operand* half, const operand* other, const output* to,
                           int32_t half_unit, int32_t sign) {
  const factors f = *all; /* copies, because a store of an int8 might alias the originals */
  const int8_t *h = half->x, *o = other->x;
  int8_t* const y = to->y;
  const int32_t half_zero = half->zero, zero = other->zero, plus = 2 * to->zero + 1, run = to->run;
  const int32_t least = to->least, most = to->most;
  for (int32_t i = 0; i < run; ++i) {
    const int32_t x = o[i] - zero;
    int32_t in = x * f.high + ((x * f.low + (1 << 10)) >> 11);
    in = (((in - (in < 0)) >> f.shift) + 1) >> 1;
    int32_t q = high_of_sum((h[i] - half_zero) * half_unit + in * sign, f.y_multiplier);
    q = (((q - (q < 0)) >> f.y_shift) + plus) >> 1;
    y[i] = (int8_t)nook_clamp(q, least, most);
  }
}

static inline void sum_all(const operand* first, const operand* second, const output* first_output,
                           int32_t half_unit, int32_t sign) {
  operand half = *first, other = *second;
  output to = *first_output;
  const factors f = factors_of(&other, &to);
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    sum_run(&f, &half, &other, &to, half_unit, sign);
    const int32_t d = nook_next_index(index, to.dim, to.rank);
    if (d < 0) return;
    half.x += half.jump[d], other.x += other.jump[d], to.y += to.run;
  }
}

/* y = a + b, or a - b if `sign` is -1. `half`: the unit times the factor 1/2. */
static inline void sum_with_half(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                 int32_t half, int32_t sign) {
  const operand of_a = {a, p->walk.a_jump, p->a_zero, p->a_multiplier, p->a_shift};
  const operand of_b = {b, p->walk.b_jump, p->b_zero, p->b_multiplier, p->b_shift};
  const output to = {y,          p->walk.dim, p->walk.rank, p->walk.run, p->y_zero, p->y_multiplier,
                     p->y_shift, p->act_min,  p->act_max};
  const int first = is_half(&of_a);
  sum_all(first ? &of_a : &of_b, first ? &of_b : &of_a, &to, first ? half : sign * half, first ? sign : 1);
}

/* sum_with_half() for any factors. */
static inline void sum_run_s8(const nook_binary_sum_s8* params, const int8_t* a, const int8_t* b, int8_t* y,
                              int32_t sign) {
  const nook_binary_sum_s8 p = *params; /* a copy, because a store of an int8 might alias the original */
  for (int32_t i = 0; i < p.walk.run; ++i, a += p.walk.a_step, b += p.walk.b_step) {
    const int32_t in_a = nook_rescale_down((*a - p.a_zero) * NOOK_SUM_UNIT, p.a_multiplier, p.a_shift);
    const int32_t in_b = nook_rescale_down((*b - p.b_zero) * NOOK_SUM_UNIT, p.b_multiplier, p.b_shift);
    const int32_t q = nook_rescale_down(in_a + sign * in_b, p.y_multiplier, p.y_shift) + p.y_zero;
    y[i] = (int8_t)nook_clamp(q, p.act_min, p.act_max);
  }
}
static inline void nook_sum_s8(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                               int32_t sign) {
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    sum_run_s8(p, a, b, y, sign);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += p->walk.run;
  }
}

#endif
