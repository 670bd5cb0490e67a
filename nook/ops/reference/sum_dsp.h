/* ADD and SUB on cores with DSP instructions, with operands rescaled to a common unit. The including file
 * defines the function declared here. */
#ifndef NOOK_OPS_REFERENCE_SUM_DSP_H_
#define NOOK_OPS_REFERENCE_SUM_DSP_H_

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"

/* One factor in the format of nook_rescale_add(). */
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

/* The sum of both operands after rescaling to units of 2^-20. Their zero points are already subtracted. The
 * caller passes b times 2^21, and a times 2^units_of_a (see sum_run()). */
static inline int32_t sum_of_factors(int32_t a, int32_t b, const factors* f);

static inline uint32_t sum_of(const factors* f, uint32_t a, uint32_t b) {
  const int32_t sum = sum_of_factors((int32_t)a, (int32_t)b, f);
  return (uint32_t)nook_saturate_s8(nook_rescale_add(sum * 2, f->y.multiplier, f->y.power, f->y_zero));
}

/* `halves` holds two 16-bit numbers: extracts one and shifts it up by `units`. The low one still has the high
 * one above it. */
static inline uint32_t low(uint32_t halves, int units) { return halves << units; }
static inline uint32_t high(uint32_t halves, int units) { return (halves >> 16) << units; }

/* Passes a times 2^units_of_a to sum_of_factors(). */
static inline void sum_run(const operands* p, const factors* all, const int8_t* a, const int8_t* b, int8_t* y,
                           int units_of_a) {
  const factors f = *all;
  const uint32_t minus_a = nook_both_halves(-p->a_zero), minus_b = nook_both_halves(-p->b_zero);
  int32_t left = p->run;
  for (; left >= 4; left -= 4, a += 4, b += 4, y += 4) {
    const nook_four_halves of_a = nook_load_halves(a, minus_a), of_b = nook_load_halves(b, minus_b);
    const uint32_t four = nook_four_bytes(sum_of(&f, low(of_a.even, units_of_a), low(of_b.even, 21)),
                                          sum_of(&f, low(of_a.odd, units_of_a), low(of_b.odd, 21)),
                                          sum_of(&f, high(of_a.even, units_of_a), high(of_b.even, 21)),
                                          sum_of(&f, high(of_a.odd, units_of_a), high(of_b.odd, 21)));
    memcpy(y, &four, sizeof four);
  }
  for (; left > 0; --left, ++a, ++b, ++y)
    *y = (int8_t)sum_of(&f, (uint32_t)(*a - p->a_zero) << units_of_a, (uint32_t)(*b - p->b_zero) << 21);
}

#endif
