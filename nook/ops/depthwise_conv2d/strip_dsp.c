#include "nook/ops/depthwise_conv2d/strip_dsp.h"

#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"

/* Whoever knows this asm takes strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip) == 24 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS == 10 ? 1 : -1];
typedef char nook_room_is_known[NOOK_STRIP_COLUMNS == 18 ? 1 : -1];

/* Two columns are 48 bytes, those of a channel side by side: {rows 0 and 1 of the first, of the second, row 2
 * of both}. */

/* The words of two taps, or of one tap of two columns, in a and b: the pairs of four channels go to `to` and
 * on, 12 bytes apart. Single stores, because stm would take a cycle more. */
#define PAIRS(a, b, c0, c1, c2, c3) \
  "pkhbt  r9, " a ", " b            \
  ", lsl #16\n\t"                   \
  "pkhtb  " b ", " b ", " a         \
  ", asr #16\n\t"                   \
  "sxtb16 r10, r9\n\t"              \
  "sxtb16 r9, r9, ror #8\n\t"       \
  "sxtb16 r11, " b                  \
  "\n\t"                            \
  "sxtb16 " b ", " b                \
  ", ror #8\n\t"                    \
  "str    r10, [r1, #" c0           \
  "]\n\t"                           \
  "str    r9, [r1, #" c1            \
  "]\n\t"                           \
  "str    r11, [r1, #" c2           \
  "]\n\t"                           \
  "str    " b ", [r1, #" c3 "]\n\t"
#define TWO_COLUMNS                                                  \
  "ldmia  r0!, {r3, r4, r5, r6, r7, r8}\n\t"                         \
  "ldr    r3, [r3, r2]\n\t"                                          \
  "ldr    r4, [r4, r2]\n\t"                                          \
  "ldr    r5, [r5, r2]\n\t"                                          \
  "ldr    r6, [r6, r2]\n\t"                                          \
  "ldr    r7, [r7, r2]\n\t"                                          \
  "ldr    r8, [r8, r2]\n\t" PAIRS("r3", "r4", "0", "12", "24", "36") \
      PAIRS("r6", "r7", "4", "16", "28", "40") PAIRS("r5", "r8", "8", "20", "32", "44")

/* Registers of a channel: r0 where the columns are, r1 r2 r3 what is loaded of them; of the stream r4 the
 * bias, r5 r6 r7 the weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and
 * lr the sums of two outputs. */
#define TWO_BEGIN               \
  "smlad  r12, r1, r5, r4\n\t"  \
  "smlad  lr, r2, r5, r4\n\t"   \
  "smlad  r12, r2, r6, r12\n\t" \
  "smlatb lr, r3, r8, lr\n\t"   \
  "smlad  r12, r3, r8, r12\n\t"
/* As in fixed_once.h. They are left where rows 0 and 1 of channel 0 were, a byte for each channel. */
#define TWO_END(first, second)       \
  "smlad  r12, r1, r7, r12\n\t"      \
  "smlabt r12, r3, r9, r12\n\t"      \
  "smlad  lr, r1, r6, lr\n\t"        \
  "smmla  r12, r12, r10, r11\n\t"    \
  "smlad  lr, r2, r7, lr\n\t"        \
  "ssat   r12, #8, r12, asr #10\n\t" \
  "smlad  lr, r3, r9, lr\n\t"        \
  "strb   r12, [r0, #" first         \
  "]\n\t"                            \
  "smmla  lr, lr, r10, r11\n\t"      \
  "ssat   lr, #8, lr, asr #10\n\t"   \
  "strb   lr, [r0, #" second "]\n\t"
#define LOAD(at, next, last) \
  "ldr    r1, [r0, #" at     \
  "]\n\t"                    \
  "ldr    r2, [r0, #" next   \
  "]\n\t"                    \
  "ldr    r3, [r0, #" last "]\n\t"
/* Of a channel, first[] and then[] are the places of its words in these two columns and in the next two. The
 * outputs that the last two columns begin are made in vain: there is no register for an earlier end. */
#define CHANNEL(label, first, then, y0, y1)                                                            \
  "ldr    lr, [sp, #0]\n\t"                                                                            \
  "add    r0, sp, #32\n\t"                                                                             \
  "ldmia  lr!, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t" first "str    lr, [sp, #0]\n\t" TWO_BEGIN label \
  ":\n\t" then "adds   r0, #48\n\t" TWO_END(y0, y1) TWO_BEGIN                                          \
      "ldr    r1, [sp, #24]\n\t"                                                                       \
      "cmp    r0, r1\n\t"                                                                              \
      "bne    " label "b\n\t"

/* All in one, because no compiler keeps all of it in registers. On the stack: 0 the stream, 4 the first of
 * four channels, 8 where columns are, 12 their end, 16 y, 20 channels, 24 where the last two columns are
 * unpacked, 28 pixels, 32 the columns, unpacked. */
__attribute__((naked)) void nook_strip_dsp(const nook_strip* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #468\n\t"
      "ldmia  r0, {r1, r2, r3, r4, r5, r6}\n\t"
      "movs   r0, #0\n\t"
      "strd   r5, r0, [sp, #0]\n\t"
      "add    r7, sp, #8\n\t"
      "stmia  r7, {r1, r2, r3, r4}\n\t"
      "subs   r2, r2, r1\n\t"
      "add    r1, sp, r2, lsl #1\n\t"
      "subs   r1, #16\n\t" /* 32, less 48 */
      "strd   r1, r6, [sp, #24]\n"
      "1:\n\t" /* four channels */
      "ldrd   r0, r12, [sp, #8]\n\t"
      "ldr    r2, [sp, #4]\n\t"
      "add    r1, sp, #32\n"
      "2:\n\t" TWO_COLUMNS
      "adds   r1, #48\n\t"
      "cmp    r0, r12\n\t"
      "bne    2b\n\t"
      CHANNEL("3", LOAD("0", "4", "8"), LOAD("48", "52", "56"), "0", "4")
      CHANNEL("4", LOAD("12", "16", "20"), LOAD("60", "64", "68"), "1", "5")
      CHANNEL("5", LOAD("24", "28", "32"), LOAD("72", "76", "80"), "2", "6")
      CHANNEL("6", LOAD("36", "40", "44"), LOAD("84", "88", "92"), "3", "7")
      "ldr    r5, [sp, #4]\n\t"
      "ldr    r1, [sp, #16]\n\t"
      "ldr    r2, [sp, #20]\n\t"
      "ldr    r3, [sp, #28]\n\t"
      "add    r0, sp, #80\n\t"
      "add    r1, r5\n"
      "7:\n\t" /* two pixels */
      "ldrd   r6, r7, [r0], #48\n\t"
      "subs   r3, #2\n\t"
      "str    r6, [r1]\n\t"
      "it     pl\n\t"
      "strpl  r7, [r1, r2]\n\t"
      "add    r1, r1, r2, lsl #1\n\t"
      "bgt    7b\n\t"
      "adds   r5, #4\n\t"
      "subs   r3, r2, #4\n\t"
      "cmp    r5, r2\n\t"
      "bhs    8f\n\t"
      "cmp    r5, r3\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  r5, r3\n\t"
      "str    r5, [sp, #4]\n\t"
      "b.w    1b\n"
      "8:\n\t"
      "add    sp, #468\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
