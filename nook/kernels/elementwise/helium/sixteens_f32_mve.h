/* Functions of two float32 vectors for Helium, sixteen elements at a time (sixteens_f32.h). */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_SIXTEENS_F32_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_SIXTEENS_F32_MVE_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/elementwise/sixteens_f32.h"

/* Like nook_sixteens_f32, but stops at sixteen elements of which a number is below 2^-126. Returns how many
 * sixteens are left. */
typedef int32_t nook_sixteens_f32_left(const float* a, const float* b, float* y, int32_t sixteens,
                                       int32_t vectors, const nook_float_range* range);

/* All sixteens; op() computes an element where `together` stops. */
static inline void nook_all_sixteens_mve(const float* a, const float* b, float* y, int32_t sixteens,
                                         int32_t vectors, const nook_float_range* range,
                                         nook_sixteens_f32_left* together, float (*op)(float, float)) {
  enum { TOGETHER = 16 };
  const int32_t a_step = vectors != NOOK_SIXTEENS_SECOND, b_step = vectors != NOOK_SIXTEENS_FIRST;
  while (sixteens > 0) {
    const int32_t left = together(a, b, y, sixteens, vectors, range), done = (sixteens - left) * TOGETHER;
    a += done * a_step, b += done * b_step, y += done;
    for (int32_t i = left > 0 ? TOGETHER : 0; i > 0; --i, a += a_step, b += b_step) {
      *y++ = nook_clamp_f32(op(*a, *b), range->low, range->high);
      __asm__ volatile("" : : : "memory"); /* not in vectors */
    }
    sixteens = left - 1;
  }
}

#endif
