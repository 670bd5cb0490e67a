/* The three passes of SOFTMAX over a row of floats for Helium, four elements at a time. Results have the
 * reference's bytes: where vectors take a number below 2^-126 for zero, or might, they leave it to C. */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_SOFTMAX_F32_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_SOFTMAX_F32_MVE_H_

#include "nook/kernels/elementwise/softmax_f32.h"

/* The largest of `fours` * 4 floats and `*most`, which it replaces; comparisons with a NaN are false. Returns
 * 0, or not 0 if numbers below 2^-126 were taken for zeros. `fours` > 0. */
int32_t nook_largest_f32_mve(const float* x, int32_t fours, float* most);

/* As nook_powers_f32_fpu(): stops before four elements of which one is far (nook_exp_is_far()) or involves a
 * number below 2^-126, or where less than four are left. */
void nook_powers_f32_mve(nook_powers_f32* job);

/* Multiplies `fours` * 4 floats by a number. Stops before four of which one becomes 0 or is below 2^-126, and
 * returns how many fours are left. */
int32_t nook_scale_f32_mve(float* y, int32_t fours, float by);

#endif
