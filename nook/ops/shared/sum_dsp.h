/* ADD and SUB on cores with DSP instructions: the sum of two operands in units of their own. Whoever includes
 * this defines the function that is declared here. */
#ifndef NOOK_OPS_SHARED_SUM_DSP_H_
#define NOOK_OPS_SHARED_SUM_DSP_H_

#include <string.h>

#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

/* One factor in the form of nook_rescale_add(). */
typedef struct factor {
  int32_t multiplier, power;
} factor;
typedef struct factors {
  factor a, b, y;
  int32_t y_zero;
} factors;
typedef struct operands {
  int32_t a_zero, b_zero, run; /* elements */
} operands;

/* `a` with b times its factor. */
static inline int32_t with_b(int32_t a, int32_t b, factor of_b);

static inline uint32_t both_halves(int32_t x) { return ((uint32_t)x & 0xffffu) * 0x10001u; }

/* a and b: less their zero points, times 2^21. */
static inline uint32_t sum_of(const factors* f, uint32_t a, uint32_t b) {
  const int32_t in_a = nook_rescale_add((int32_t)a, f->a.multiplier, f->a.power, 0);
  const int32_t sum = with_b(in_a, (int32_t)b, f->b);
  return (uint32_t)nook_saturate_s8(nook_rescale_add(sum * 2, f->y.multiplier, f->y.power, f->y_zero));
}

/* The low half is moved up with what is above it, the high half without what is below. */
static inline uint32_t low(uint32_t halves) { return halves << 21; }
static inline uint32_t high(uint32_t halves) { return (halves >> 16) << 21; }

static void sum_run(const operands* p, const factors* all, const int8_t* a, const int8_t* b, int8_t* y) {
  const factors f = *all;
  const uint32_t minus_a = both_halves(-p->a_zero), minus_b = both_halves(-p->b_zero);
  int32_t left = p->run;
  for (; left >= 4; left -= 4, a += 4, b += 4, y += 4) {
    uint32_t four_a, four_b;
    memcpy(&four_a, a, 4), memcpy(&four_b, b, 4);
    const uint32_t even_a = nook_even_bytes(minus_a, four_a), even_b = nook_even_bytes(minus_b, four_b);
    const uint32_t odd_a = nook_odd_bytes(minus_a, four_a), odd_b = nook_odd_bytes(minus_b, four_b);
    y[0] = (int8_t)sum_of(&f, low(even_a), low(even_b));
    y[1] = (int8_t)sum_of(&f, low(odd_a), low(odd_b));
    y[2] = (int8_t)sum_of(&f, high(even_a), high(even_b));
    y[3] = (int8_t)sum_of(&f, high(odd_a), high(odd_b));
  }
  for (; left > 0; --left, ++a, ++b, ++y)
    *y = (int8_t)sum_of(&f, (uint32_t)(*a - p->a_zero) << 21, (uint32_t)(*b - p->b_zero) << 21);
}

#endif
