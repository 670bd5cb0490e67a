/* The three passes of SOFTMAX over a row of floats for Helium, four elements at a time. Results have the
 * reference's bytes: where vectors take a number below 2^-126 for zero, or might, they leave it to C.
 * Powers and products of a row whose numbers are all near each other need no check. */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_SOFTMAX_F32_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_SOFTMAX_F32_MVE_H_

#include "nook/kernels/elementwise/softmax_f32.h"

/* Assembly depends on the order of the fields. */
typedef struct nook_extremes_f32 {
  float most, least;
} nook_extremes_f32;

/* The largest and the least of `fours` * 4 floats and `extremes->most`, without NaNs. Returns 0, or not 0 if
 * numbers below 2^-126 were taken for zeros. `fours` > 0. */
int32_t nook_extremes_f32_mve(const float* x, int32_t fours, nook_extremes_f32* extremes);

/* As nook_powers_f32_fpu(): stops before four elements of which one is far (nook_exp_is_far()) or involves a
 * number below 2^-126, or where less than four are left. */
void nook_powers_f32_mve(nook_powers_f32* job);

/* y = e^((x - most) * beta) of `fours` * 4 numbers, at least one, of which none is far; returns the sum. A
 * NaN gives a NaN. No x is subnormal, and `most` is 0 or at least 1e-30 in magnitude: then products below
 * 2^-126 in the polynomial change no power. y may be x. */
float nook_powers_near_f32_mve(const float* x, int32_t fours, float* y, float most, float beta);

/* Multiplies `fours` * 4 floats by a number. Stops before four of which one becomes 0 or is below 2^-126, and
 * returns how many fours are left. */
int32_t nook_scale_f32_mve(float* y, int32_t fours, float by);

/* Likewise, where no product is below 2^-126. `fours` > 0. */
void nook_scale_near_f32_mve(float* y, int32_t fours, float by);

#endif
