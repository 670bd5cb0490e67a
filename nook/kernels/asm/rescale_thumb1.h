/* Outputs in Thumb-1, whose multiplication gives only the low word; bit-exact with nook/core/fixed_point.h.
 */
#ifndef NOOK_KERNELS_ASM_RESCALE_THUMB1_H_
#define NOOK_KERNELS_ASM_RESCALE_THUMB1_H_

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* In: r4 = 2 * sum, below 2^30, whose sign is in the flags; r1 multiplier, r2 shift less one, r12 = 2^15,
 * lr = 2 * zero + 1. Out: the low byte of r0, and the flags are not known. r3 and r5 are lost, too; 25
 * instructions, and 3 more where it saturates. A negative sum with a zero point of -128, as it is behind a
 * RELU, can only be -128: 6.
 *
 * 2 * sum = 2^16 * high + low, low signed; with the halves of the multiplier, 2^32 times the product is
 * 2^32 * high * mh + 2^16 * (high * ml + low * mh + (low * ml >> 16)) and less than 2^16. Nothing overflows:
 * low * mh and high * ml are below 2^30. Then as nook_rescale_fast(). */
#define NOOK_OUTPUT_THUMB1                                       \
  "bpl   8f\n\t"                                                 \
  "mov   r0, lr\n\t"                                             \
  "adds  r0, #255\n\t"                                           \
  "bne   8f\n\t"                                                 \
  "movs  r0, #128\n\t"                                           \
  "b     9f\n"                                                   \
  "8:\n\t"                                                       \
  "uxth  r3, r1\n\t"                                             \
  "lsrs  r1, r1, #16\n\t"                                        \
  "sxth  r5, r4\n\t"                                             \
  "subs  r4, r4, r5\n\t"                                         \
  "asrs  r4, r4, #16\n\t"                                        \
  "movs  r0, r3\n\t"                                             \
  "muls  r0, r5, r0\n\t"                                         \
  "muls  r3, r4, r3\n\t"                                         \
  "muls  r5, r1, r5\n\t"                                         \
  "muls  r1, r4, r1\n\t"                                         \
  "asrs  r0, r0, #16\n\t"                                        \
  "adds  r0, r0, r3\n\t"                                         \
  "adds  r0, r0, r5\n\t"                                         \
  "add   r0, r12\n\t"                                            \
  "asrs  r0, r0, #16\n\t"                                        \
  "adds  r0, r0, r1\n\t"                                         \
  "asrs  r1, r0, #31\n\t" /* minus one if negative: ties away */ \
  "adds  r0, r0, r1\n\t"                                         \
  "asrs  r0, r2\n\t"                                             \
  "add   r0, lr\n\t"                                             \
  "asrs  r0, r0, #1\n\t"                                         \
  "sxtb  r1, r0\n\t"                                             \
  "cmp   r0, r1\n\t"                                             \
  "beq   9f\n\t"                                                 \
  "asrs  r0, r0, #31\n\t"                                        \
  "movs  r1, #127\n\t"                                           \
  "eors  r0, r1\n"                                               \
  "9:\n\t"

/* For activations with a smaller range than int8. */
static inline void nook_clamp_bytes(int8_t* y, int32_t size, int32_t low, int32_t high) {
  if (low <= -128 && high >= 127) return;
  for (; size > 0; --size, ++y) *y = (int8_t)nook_clamp(*y, low, high);
}

#endif
