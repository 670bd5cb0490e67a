/* 32-bit sums to int16, in assembly, for kernels whose streams are from pack_s16.h: r1 points to the factors.
 */
#ifndef NOOK_KERNELS_ASM_RESCALE_S16_DSP_H_
#define NOOK_KERNELS_ASM_RESCALE_S16_DSP_H_

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build that rounds once uses only the reference. */
typedef char nook_s16_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* nook_rescale_s64() of a sum that has 32 bits: the upper half of the multiplier is in the upper half of a
 * word, so that the product's high word has all but -1 - shift of the bits to drop; half of their unit is
 * added. */
#define NOOK_RESCALE_64(v, multiplier, half, shift) \
  "smmla  " v ", " v ", " multiplier ", " half      \
  "\n\t"                                            \
  "asr    " v ", " v ", " shift                     \
  "\n\t"                                            \
  "ssat   " v ", #16, " v "\n\t"
#define NOOK_FACTORS_64 "ldmia.w r1!, {r2, r3, r4, r5, r6, r7}\n\t"
#define NOOK_TWO_64(a, b)              \
  NOOK_RESCALE_64(a, "r2", "r3", "r4") \
  NOOK_RESCALE_64(b, "r5", "r6", "r7") "pkhbt  " a ", " a ", " b ", lsl #16\n\t"

/* nook_rescale() for factors below 1/4, as fixed_output.h has it. */
#define NOOK_RESCALE_32(v, multiplier, power) \
  "lsl    " v ", " v                          \
  ", #1\n\t"                                  \
  "smmulr " v ", " v ", " multiplier          \
  "\n\t"                                      \
  "add    " v ", " v ", " v                   \
  ", asr #31\n\t"                             \
  "smmulr " v ", " v ", " power               \
  "\n\t"                                      \
  "ssat   " v ", #16, " v "\n\t"
#define NOOK_FACTORS_32 "ldmia.w r1!, {r2, r3, r4, r5}\n\t"
#define NOOK_TWO_32(a, b) \
  NOOK_RESCALE_32(a, "r2", "r3") NOOK_RESCALE_32(b, "r4", "r5") "pkhbt  " a ", " a ", " b ", lsl #16\n\t"

#endif
