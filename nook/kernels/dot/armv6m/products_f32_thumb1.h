/* The inner loop of dot_f32_thumb1.h. */
#ifndef NOOK_KERNELS_DOT_ARMV6M_PRODUCTS_F32_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_PRODUCTS_F32_THUMB1_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/kernels/asm/offsets.h"

NOOK_BEGIN_C

/* Products and the sum to which they are added. The sum's mantissa is 0, or begins with bit 31 and has eight
 * bits of 0 below its last one; its exponent is 1 less than in the bits of a float, or NOOK_PRODUCTS_F32_ZERO
 * if it is 0; its sign is in bit 31, and other bits may be anything. Assembly code depends on the offsets. */
typedef struct nook_products_f32_thumb1 {
  const float *x, *w, *x_end; /* x is before x_end */
  uint32_t mantissa;
  int32_t exponent;
  uint32_t sign;
} nook_products_f32_thumb1;

#include "nook/kernels/dot/armv6m/products_f32_thumb1_offsets.inc"

enum {
  NOOK_PRODUCTS_F32_ZERO = -1000,
  /* The largest exponent of a sum before the first product: no sum becomes infinite, because a product is
   * below 2^76 and there are less than 2^31 products. */
  NOOK_PRODUCTS_F32_MOST = 200
};

/* Adds the products one by one, with two roundings as in IEEE 754. Stops before the first infinity or NaN,
 * the first number below 2^-126 except 0 (unless the other one is 0), and the first product of numbers whose
 * powers of 2 multiply to less than 2^-126 or more than 2^74; and after the first sum below 2^-126, whose
 * exponent is below 0. `x` and `w` then point to the next product. Around 62 instructions for a product. */
void nook_products_f32_thumb1_add(nook_products_f32_thumb1* job);

NOOK_END_C

#endif
