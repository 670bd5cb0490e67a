/* The assembler code of tiles of two pixels and four outputs, which kernels share; C99 with gcc or clang.
 * Registers while they are multiplied: r0 the inputs, r1 the stream, r2 and r3 weights, r4 and r5 two inputs
 * of each pixel. Of the first pixel r6 and r8 sum the products with a, r7 and r9 those with 256 * b + a, of
 * the second r10 and r12, r11 and lr. */
#ifndef NOOK_KERNELS_ASM_TILE_DSP_H_
#define NOOK_KERNELS_ASM_TILE_DSP_H_

#include "nook/kernels/asm/rescale_dsp.h"

/* Whoever knows this asm takes strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

#define NOOK_PAIR(w, a, ba, second_a, second_ba) \
  "smlad  " ba ", r4, " w ", " ba                \
  "\n\t"                                         \
  "smlad  " second_ba ", r5, " w ", " second_ba  \
  "\n\t"                                         \
  "sxtb16 " w ", " w                             \
  "\n\t"                                         \
  "smlad  " a ", r4, " w ", " a                  \
  "\n\t"                                         \
  "smlad  " second_a ", r5, " w ", " second_a "\n\t"
#define NOOK_TWO_INPUTS                                                \
  "ldmia  r0!, {r4, r5}\n\t"                                           \
  "ldmia  r1!, {r2, r3}\n\t" NOOK_PAIR("r2", "r6", "r7", "r10", "r11") \
      NOOK_PAIR("r3", "r8", "r9", "r12", "lr")
#define NOOK_TWO_INPUTS_BYTES "44"
/* The same where the sums of both pixels begin as those of the first. */
#define NOOK_FIRST_PAIR(w, a, ba, second_a, second_ba) \
  "smlad  " second_ba ", r5, " w ", " ba               \
  "\n\t"                                               \
  "smlad  " ba ", r4, " w ", " ba                      \
  "\n\t"                                               \
  "sxtb16 " w ", " w                                   \
  "\n\t"                                               \
  "smlad  " second_a ", r5, " w ", " a                 \
  "\n\t"                                               \
  "smlad  " a ", r4, " w ", " a "\n\t"

/* Sums of the second outputs lose those of the first, which are scaled. */
#define NOOK_SCALED(a, ba)    \
  "sub    " ba ", " ba ", " a \
  "\n\t"                      \
  "lsl    " a ", " a ", #8\n\t"

/* As fixed_once.h has it: a sum is scaled (that of b is so already), multiplied, and shifted. */
#define NOOK_PRODUCT(v, multiplier, plus) "smmla  " v ", " v ", " multiplier ", " plus "\n\t"
/* Of both pixels. */
#define NOOK_ONCE(v, u, multiplier, plus) NOOK_PRODUCT(v, multiplier, plus) NOOK_PRODUCT(u, multiplier, plus)
#define NOOK_SATURATED(v, shift)          "ssat   " v ", #8, " v shift "\n\t"
/* Four outputs become a word. */
#define NOOK_TOGETHER(a, b, c, d, shift) \
  NOOK_SATURATED(a, shift)               \
  NOOK_SATURATED(b, shift)               \
  NOOK_SATURATED(c, shift)               \
  NOOK_SATURATED(d, shift)               \
  "bfi    " a ", " b                     \
  ", #8, #8\n\t"                         \
  "bfi    " c ", " d                     \
  ", #8, #8\n\t"                         \
  "pkhbt  " a ", " a ", " c ", lsl #16\n\t"

/* The same for one pixel alone, whose sums are in r6 to r9. */
#define NOOK_ONE_PAIR(x, w, a, ba)   \
  "smlad  " ba ", " x ", " w ", " ba \
  "\n\t"                             \
  "sxtb16 " w ", " w                 \
  "\n\t"                             \
  "smlad  " a ", " x ", " w ", " a "\n\t"

#define NOOK_THREE_TIMES(code) code code code
#define NOOK_SEVEN_TIMES(code) code code code code code code code
#define NOOK_EIGHT_TIMES(code) NOOK_SEVEN_TIMES(code) code

/* An error of the assembler where the bytes from one label to the next are more than said, or fewer: it
 * refuses to go back. Not every assembler can compare labels. */
#define NOOK_COPIES_ARE(from, to, said) \
  ".org " from " + " said               \
  "\n\t"                                \
  ".org " to " + (" to " - " from ") - " said "\n\t"

#endif
