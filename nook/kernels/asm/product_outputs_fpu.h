/* The assembler code behind sums that have zero point and rounding in them (fixed_product.h); C99 with gcc or
 * clang. */
#ifndef NOOK_KERNELS_ASM_PRODUCT_OUTPUTS_FPU_H_
#define NOOK_KERNELS_ASM_PRODUCT_OUTPUTS_FPU_H_

#include "nook/kernels/asm/tile_dsp.h"

/* An output of two pixels from their sums u and v, stored at y_u and y_v, which go on to the next; r2 is
 * used. The multiplier is in a register of the FPU. */
#define NOOK_PRODUCT_OUTPUTS(multiplier, u, v, y_u, y_v)       \
  "vmov   r2, s" multiplier                                    \
  "\n\t"                                                       \
  "smmul  " u ", " u                                           \
  ", r2\n\t"                                                   \
  "smmul  " v ", " v ", r2\n\t" NOOK_SATURATED(u, ", asr #12") \
      NOOK_SATURATED(v, ", asr #12") "strb   " u ", [" y_u     \
                                     "], #1\n\t"               \
                                     "strb   " v ", [" y_v "], #1\n\t"

#endif
