/* Columns under a filter of 3 by 3 in registers of the FPU: building blocks of strip_fpu.c and of
 * strip_pieces_fpu.c. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WORDS_FPU_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WORDS_FPU_H_

#include "nook/ops/depthwise_conv2d/copies_dsp.h"
#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"

typedef char nook_bits_are_known[NOOK_ONCE_BITS_STRIP == 8 ? 1 : -1];

/* The words of five times two columns, a b c of each: rows 0 and 1 of the first, of the second, row 2 of
 * both. Of channels 0 and 1, and of 2 and 3. The first and the last two have places of their own; those
 * between are directly in front of the last. */
#define WORDS_01 "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14"
#define WORDS_23 \
  "s15", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "s28", "s29"
#define ZERO "s30" /* of x, in both halves */
#define JOB  "s31"

/* Registers that load: r0 r1 r2 where the rows are, r3 r4 r5 their steps. */
#define BROUGHT_TOGETHER(x0, x1, to_01, to_23) \
  "pkhbt  r12, " x0 ", " x1                    \
  ", lsl #16\n\t"                              \
  "pkhtb  " x1 ", " x1 ", " x0                 \
  ", asr #16\n\t"                              \
  "vmov   " to_01                              \
  ", r12\n\t"                                  \
  "vmov   " to_23 ", " x1 "\n\t"
#define LOADED(a, b, c, a_23, b_23, c_23)                               \
  "ldr.n  r6, [r0]\n\t"                                                 \
  "ldr.n  r7, [r0, r3]\n\t"                                             \
  "ldr.w  r8, [r1]\n\t"                                                 \
  "ldr.w  r9, [r1, r4]\n\t"                                             \
  "ldr.w  r10, [r2]\n\t"                                                \
  "ldr.w  r11, [r2, r5]\n\t"                                            \
  "add.w  r0, r0, r3, lsl #1\n\t"                                       \
  "add.w  r1, r1, r4, lsl #1\n\t"                                       \
  "add.w  r2, r2, r5, lsl #1\n\t" BROUGHT_TOGETHER("r6", "r8", a, a_23) \
      BROUGHT_TOGETHER("r7", "r9", b, b_23) BROUGHT_TOGETHER("r10", "r11", c, c_23)

/* Registers of a channel: r0 r1 words of two columns; r3 the stream, and of it r4 the bias, r5 r6 r7 the
 * weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and lr sums. None of
 * this changes the flags. `ror` is what unpacks this channel, c its number, `at` the pixel
 * times 4. */
#define MOVED(to, word, ror) \
  "vmov   " to ", " word     \
  "\n\t"                     \
  "sxtb16 " to ", " to ror "\n\t"
#define OUTPUT(v, at, c)              \
  "smmla  " v ", " v                  \
  ", r10, r11\n\t"                    \
  "ssat   " v ", #8, " v              \
  ", asr #8" /* as in fixed_once.h */ \
  "\n\t"                              \
  "strb   " v ", [sp, #" at " + " c "]\n\t"
/* Strides of 1. Two columns end two outputs, */
#define FIRST_ENDED(c, ror, a, rows_2, at) \
  MOVED("r0", a, ror)                      \
  MOVED("r1", rows_2, ror)                 \
  "smlad  r12, r0, r7, r12\n\t"            \
  "smlad  lr, r0, r6, lr\n\t"              \
  "smlabt r12, r1, r9, r12\n\t"            \
  "smlad  lr, r1, r9, lr\n\t" OUTPUT("r12", at, c)
#define FIRST_BEGUN "smlad  r12, r0, r5, r4\n\t"
#define SECOND_ENDED(c, ror, b, at) \
  MOVED("r0", b, ror)               \
  "smlad  lr, r0, r7, lr\n\t" OUTPUT("lr", at, c)
#define FIRST_CONTINUED         \
  "smlad  r12, r1, r8, r12\n\t" \
  "smlad  r12, r0, r6, r12\n\t"
/* and begin two. */
#define TWO_OUTPUTS(c, ror, a, b, rows_2, at, next)         \
  FIRST_ENDED(c, ror, a, rows_2, at)                        \
  FIRST_BEGUN SECOND_ENDED(c, ror, b, next) FIRST_CONTINUED \
      "smlad  lr, r0, r5, r4\n\t"                           \
      "smlatb lr, r1, r8, lr\n\t"

/* Code of a channel, in lines that are all macros. Labels have the channel's number. */
#define CODE(instruction)         instruction "\n\t"
#define LABEL(number, c)          number c ":\n\t"
#define JUMP(branch, number, c)   branch " " number c "f\n\t"
#define RETURN(branch, number, c) branch " " number c "b\n\t"

/* Code for each of the four channels. */
#define WITH(macro, ...) macro(__VA_ARGS__)
#define FOUR(macro)                      \
  WITH(macro, "0", "", WORDS_01)         \
  WITH(macro, "1", ", ror #8", WORDS_01) \
  WITH(macro, "2", "", WORDS_23)         \
  WITH(macro, "3", ", ror #8", WORDS_23)

#endif
