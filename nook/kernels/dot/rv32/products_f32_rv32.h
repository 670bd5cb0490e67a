/* The inner loop of dot_f32_rv32.h on cores without an FPU. */
#ifndef NOOK_KERNELS_DOT_RV32_PRODUCTS_F32_RV32_H_
#define NOOK_KERNELS_DOT_RV32_PRODUCTS_F32_RV32_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/kernels/asm/offsets.h"

NOOK_BEGIN_C

/* Products: of x, up to x_end, and w. Assembly code depends on the offsets. */
typedef struct nook_products_f32_rv32 {
  const float *x, *w, *x_end; /* x is before x_end */
} nook_products_f32_rv32;

#include "nook/kernels/dot/rv32/products_f32_rv32_offsets.inc"

/* Adds the products one by one to a sum with these bits, which is not -0, with two roundings as in IEEE 754.
 * Returns the bits of the sum. Stops before the first infinity or NaN, the first number below 2^-126 except 0
 * (unless the other one is 0), and the first product of numbers whose powers of 2 multiply to less than
 * 2^-126 or more than 2^74; after the first sum below 2^-126; and at once if the sum is below 2^-126 but not
 * 0, or 2^75 and more. `x` and `w` then point to the next product. Around 42 instructions for a product. */
uint32_t nook_products_f32_rv32_add(nook_products_f32_rv32* job, uint32_t sum);

NOOK_END_C

#endif
