/* The sigmoid and the hyperbolic tangent of float32 numbers for Helium, four at a time, with the bytes of
 * nook_lstm_sigmoid_f32() and nook_tanh_f32(). */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_GATES_F32_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_GATES_F32_MVE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = sigmoid(x) or tanh(x) of `fours` * 4 numbers. Returns 0, or not 0 where y may be wrong: a divisor is
 * the last float before a power of 2, an x of a sigmoid is below -87, or the tangents took numbers below
 * 2^-126 for zeros. A NaN gives a NaN. y may be x. */
int32_t nook_lstm_sigmoids_f32_mve(const float* x, int32_t fours, float* y);
int32_t nook_tangents_f32_mve(const float* x, int32_t fours, float* y);

NOOK_END_C

#endif
