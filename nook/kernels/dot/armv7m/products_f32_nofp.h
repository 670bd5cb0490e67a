/* The inner loop of dot_f32_nofp.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7M_PRODUCTS_F32_NOFP_H_
#define NOOK_KERNELS_DOT_ARMV7M_PRODUCTS_F32_NOFP_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Adds `count` products, at least 1, one by one to a sum with these bits, which is not -0, with two roundings
 * as in IEEE 754. Returns the bits of the sum, and in the high word the number of products that are left. It
 * stops before the first infinity or NaN, the first number below 2^-126 except 0 (unless the other one is 0),
 * and the first product of numbers whose powers of 2 multiply to less than 2^-126 or more than 2^74; and at
 * once if the sum is below 2^-126 but not 0, or 2^75 and more. Around 36 instructions for a product, 10 if x
 * is 0. */
uint64_t nook_products_f32_nofp_add(const float* x, const float* w, int32_t count, uint32_t sum);

NOOK_END_C

#endif
