/* Outputs of four channels in assembly: building blocks of kernels for DSP instructions.
 *
 * Registers: r3 the stream of weights; r10 r11 r12 lr the sums of the four channels; r5 to r9 are clobbered.
 * On the stack: 0 y, 4 the remaining channels after these four, minus 4, 8 zero of y. */
#ifndef NOOK_KERNELS_ASM_FOUR_OUTPUTS_DSP_H_
#define NOOK_KERNELS_ASM_FOUR_OUTPUTS_DSP_H_

#include "nook/kernels/asm/once_bits_dsp.h"
#include "nook/kernels/asm/rescale_dsp.h"

typedef char nook_bits_are_known[NOOK_ONCE_BITS == 10 ? 1 : -1];

/* The sums start at twice the biases; weights are doubled, too. Or both are scaled as fixed_once.h says. */
#define NOOK_BIASES "ldmia  r3!, {r10, r11, r12, lr}\n\t"

/* As in dot_eight_dsp.c: two roundings, ties of negative products away from zero. */
#define NOOK_OUTPUT(v, multiplier, power) \
  "smmulr " v ", " v ", " multiplier      \
  "\n\t"                                  \
  "lsl    " v ", " v                      \
  ", #2\n\t"                              \
  "add    " v ", " v ", " v               \
  ", asr #31\n\t"                         \
  "smmlar " v ", " v ", " power           \
  ", r8\n\t"                              \
  "ssat   " v ", #8, " v "\n\t"
#define NOOK_ROUND_TWICE                                                                               \
  "ldr    r8, [sp, #8]\n\t"                                                                            \
  "ldmia  r3!, {r5, r6, r7, r9}\n\t" NOOK_OUTPUT("r10", "r5", "r6")                                    \
      NOOK_OUTPUT("r11", "r7", "r9") "ldmia  r3!, {r5, r6, r7, r9}\n\t" NOOK_OUTPUT("r12", "r5", "r6") \
          NOOK_OUTPUT("lr", "r7", "r9")

/* As in fixed_once.h. */
#define NOOK_OUTPUT_ONCE(v, multiplier, plus)  \
  "smmla  " v ", " v ", " multiplier ", " plus \
  "\n\t"                                       \
  "ssat   " v ", #8, " v ", asr #10\n\t"
#define NOOK_ROUND_ONCE                                                                         \
  "ldmia  r3!, {r5, r6, r7, r9}\n\t" NOOK_OUTPUT_ONCE("r10", "r5", "r6") NOOK_OUTPUT_ONCE(      \
      "r11", "r7", "r9") "ldmia  r3!, {r5, r6, r7, r9}\n\t" NOOK_OUTPUT_ONCE("r12", "r5", "r6") \
      NOOK_OUTPUT_ONCE("lr", "r7", "r9")

/* Sets the flags of the remaining channels; leaves y in r5 and the remainder in r6. */
#define NOOK_FOUR_OUTPUTS(round)     \
  round                              \
      "bfi    r10, r11, #8, #8\n\t"  \
      "bfi    r10, r12, #16, #8\n\t" \
      "bfi    r10, lr, #24, #8\n\t"  \
      "ldrd   r5, r6, [sp, #0]\n\t"  \
      "str    r10, [r5], #4\n\t"     \
      "subs   r6, #4\n\t"            \
      "strd   r5, r6, [sp, #0]\n\t"

/* After NOOK_FOUR_OUTPUTS, if fewer than four channels remain: none (r6 is -4), or one to three, in which
 * case the last four channels follow, some of them a second time. */
#define NOOK_LAST_FOUR(loop, done, move_rows, label) \
  "bge    " loop                                     \
  "\n\t"                                             \
  "cmn    r6, #4\n\t"                                \
  "beq    " done                                     \
  "\n\t"                                             \
  "add    r5, r6\n\t" move_rows                      \
  "movs   r6, #0\n\t"                                \
  "strd   r5, r6, [sp, #0]\n\t"                      \
  "b      " loop "\n" label ":\n\t"

#endif
