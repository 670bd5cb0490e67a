#include "nook/ops/shared/dot_twos_dsp.h"

#include "nook/ops/shared/rescale_dsp.h"

/* Whoever knows this asm takes strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_dot_job) == 40 ? 1 : -1];

/* Registers while inputs are unpacked: r0 where to, r8 and r9 the two pixels. Two inputs of both lie side by
 * side. */
#define WORD                  \
  "ldr    r2, [r8], #4\n\t"   \
  "ldr    r3, [r9], #4\n\t"   \
  "sxtb16 r4, r2\n\t"         \
  "sxtb16 r5, r3\n\t"         \
  "sxtb16 r6, r2, ror #8\n\t" \
  "sxtb16 r7, r3, ror #8\n\t" \
  "stmia  r0!, {r4, r5, r6, r7}\n\t"
/* Bytes of that. */
#define WORD_BYTES "26"

/* Registers while they are multiplied: r0 the inputs, r1 the stream, r2 and r3 weights, r4 and r5 two inputs
 * of each pixel. Of the first pixel r6 and r8 sum the products with a, r7 and r9 those with 256 * b + a, of
 * the second r10 and r12, r11 and lr. */
#define PAIR(w, a, ba, second_a, second_ba)     \
  "smlad  " ba ", r4, " w ", " ba               \
  "\n\t"                                        \
  "smlad  " second_ba ", r5, " w ", " second_ba \
  "\n\t"                                        \
  "sxtb16 " w ", " w                            \
  "\n\t"                                        \
  "smlad  " a ", r4, " w ", " a                 \
  "\n\t"                                        \
  "smlad  " second_a ", r5, " w ", " second_a "\n\t"
#define TWO_INPUTS           \
  "ldmia  r0!, {r4, r5}\n\t" \
  "ldmia  r1!, {r2, r3}\n\t" PAIR("r2", "r6", "r7", "r10", "r11") PAIR("r3", "r8", "r9", "r12", "lr")
#define TWO_INPUTS_BYTES "44"
/* The same where the sums of both pixels begin as those of the first. */
#define FIRST_PAIR(w, a, ba, second_a, second_ba) \
  "smlad  " second_ba ", r5, " w ", " ba          \
  "\n\t"                                          \
  "smlad  " ba ", r4, " w ", " ba                 \
  "\n\t"                                          \
  "sxtb16 " w ", " w                              \
  "\n\t"                                          \
  "smlad  " second_a ", r5, " w ", " a            \
  "\n\t"                                          \
  "smlad  " a ", r4, " w ", " a "\n\t"
#define FIRST_TWO_INPUTS                                                                \
  "ldmia  r0!, {r4, r5}\n\t"                                                            \
  "ldmia  r1!, {r2, r3, r6, r7, r8, r9}\n\t" FIRST_PAIR("r2", "r6", "r7", "r10", "r11") \
      FIRST_PAIR("r3", "r8", "r9", "r12", "lr")

/* As fixed_once.h has it, of both pixels: a sum is scaled by a power of two (that of b is so by 2^8 already),
 * multiplied, and shifted. */
#define PRODUCTS(v, second, scale_it)                                                             \
  "ldmia  r1!, {r0, r2, r3}\n\t" scale_it " " v ", " v ", r0\n\t" scale_it " " second ", " second \
  ", r0\n\t"                                                                                      \
  "smmla  " v ", " v                                                                              \
  ", r2, r3\n\t"                                                                                  \
  "smmla  " second ", " second ", r2, r3\n\t"
#define TWO_PRODUCTS(a, ba, second_a, second_ba)                                          \
  "sub    " ba ", " ba ", " a                                                             \
  "\n\t"                                                                                  \
  "sub    " second_ba ", " second_ba ", " second_a "\n\t" PRODUCTS(a, second_a, "lsl   ") \
      PRODUCTS(ba, second_ba, "asr   ")
#define SHIFT(v) "ssat   " v ", #8, " v ", asr #12\n\t"
/* Four outputs become a word. */
#define TOGETHER(a, b, c, d) \
  SHIFT(a)                   \
  SHIFT(b)                   \
  SHIFT(c)                   \
  SHIFT(d)                   \
  "bfi    " a ", " b         \
  ", #8, #8\n\t"             \
  "bfi    " c ", " d         \
  ", #8, #8\n\t"             \
  "pkhbt  " a ", " a ", " c ", lsl #16\n\t"

/* An error of the assembler where the bytes from one label to the next are more than said, or fewer: it
 * refuses to go back. Not every assembler can compare labels. */
#define COPIES_ARE(from, to, said) \
  ".org " from " + " said          \
  "\n\t"                           \
  ".org " to " + (" to " - " from ") - " said "\n\t"

/* All in one, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 y, 4 outputs left behind these four, less 4, 8 from there to y of the second pixel, 12
 * where the code for all but two inputs begins, 16 the end of the inputs, 20 x, 24 pixels left, 28 the job,
 * 32 the stream, 36 where the code for the words begins, 40 the inputs. `ldr pc` wants odd addresses; adr
 * counts from a multiple of 4, which the assembler takes the function to begin at. */
__attribute__((naked, noinline, aligned(4))) void nook_dot_twos_dsp(const nook_dot_job* job
                                                                    __attribute__((unused)),
                                                                    int32_t* inputs __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #44\n\t"
      "mov    r12, r0\n\t"
      "str    r1, [sp, #40]\n\t"
      "ldrd   r4, r2, [r0, #0]\n\t"
      "str    r2, [sp, #0]\n\t"
      "ldrd   r5, r3, [r0, #12]\n\t"
      "strd   r12, r3, [sp, #28]\n\t"
      "ldr    r6, [r0, #24]\n\t"
      "adds   r3, r6, #1\n\t"
      "lsrs   r3, r3, #1\n\t"
      "add    r1, r1, r3, lsl #3\n\t"
      "str    r1, [sp, #16]\n\t"
      "subs   r3, #2\n\t" /* behind the first two, and one copy is always needed */
      "and    r3, r3, #7\n\t"
      "movs   r2, #" TWO_INPUTS_BYTES "\n\t"
      "adr.w  r1, 4f + 1\n\t"
      "mls    r1, r3, r2, r1\n\t"
      "str    r1, [sp, #12]\n\t"
      "lsrs   r6, r6, #2\n\t"
      "subs   r6, #1\n\t"
      "and    r6, r6, #1\n\t"
      "movs   r2, #" WORD_BYTES "\n\t"
      "adr.w  r1, 7f + 1\n\t"
      "mls    r1, r6, r2, r1\n\t"
      "str    r1, [sp, #36]\n"
      "1:\n\t" /* two pixels: r4 x, r5 pixels left, r12 the job */
      "strd   r4, r5, [sp, #20]\n\t"
      "ldrd   r3, r1, [r12, #20]\n\t"
      "ldr    r9, [r12, #28]\n\t"
      "subs   r2, r3, #4\n\t"
      "cmp    r5, #1\n\t"
      "itt    eq\n\t" /* the last one, twice */
      "moveq  r9, #0\n\t"
      "moveq  r3, #0\n\t"
      "strd   r2, r3, [sp, #4]\n\t"
      "mov    r8, r4\n\t"
      "add    r9, r4\n\t"
      "bic    r11, r1, #3\n\t"
      "add    r11, r4\n\t" /* the end of its words */
      "and    r1, r1, #3\n\t"
      "ldr    r0, [sp, #40]\n\t"
      "ldr    pc, [sp, #36]\n"
      "6:\n\t" WORD
      "7:\n\t" WORD
      "5:\n\t" COPIES_ARE("7b", "5b", WORD_BYTES)
      "cmp    r8, r11\n\t"
      "bne    6b\n\t"
      "cbz    r1, 9f\n"
      "8:\n\t" /* one or two of the one to three inputs that are left */
      "ldrsb  r2, [r8], #1\n\t"
      "ldrsb  r3, [r9], #1\n\t"
      "subs   r1, #2\n\t"
      "itt    pl\n\t"
      "ldrsbpl r4, [r8], #1\n\t"
      "ldrsbpl r5, [r9], #1\n\t"
      "pkhbt  r2, r2, r4, lsl #16\n\t"
      "pkhbt  r3, r3, r5, lsl #16\n\t"
      "stmia  r0!, {r2, r3}\n\t"
      "bgt    8b\n"
      "9:\n\t"
      "ldr    r1, [sp, #32]\n"
      "2:\n\t" /* four outputs */
      "ldr    r0, [sp, #40]\n\t" FIRST_TWO_INPUTS
      "ldr    pc, [sp, #12]\n"
      "3:\n\t" TWO_INPUTS TWO_INPUTS TWO_INPUTS TWO_INPUTS TWO_INPUTS TWO_INPUTS TWO_INPUTS
      "4:\n\t" TWO_INPUTS
      "5:\n\t" COPIES_ARE("4b", "5b", TWO_INPUTS_BYTES)
      "ldr    r2, [sp, #16]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  3b\n\t"
      TWO_PRODUCTS("r6", "r7", "r10", "r11") TWO_PRODUCTS("r8", "r9", "r12", "lr")
      TOGETHER("r6", "r7", "r8", "r9") TOGETHER("r10", "r11", "r12", "lr")
      "ldmia  sp, {r0, r2, r3}\n\t"
      "str    r10, [r0, r3]\n\t"
      "str    r6, [r0], #4\n\t"
      "subs   r2, #4\n\t"
      "strd   r0, r2, [sp, #0]\n\t"
      "bge.w  2b\n\t"
      "cmn    r2, #4\n\t"
      "beq    5f\n\t"
      "add    r0, r2\n\t" /* the last four, some of them once more */
      "movs   r2, #0\n\t"
      "strd   r0, r2, [sp, #0]\n\t"
      "b.w    2b\n"
      "5:\n\t"
      "add    r0, r3\n\t"
      "str    r0, [sp, #0]\n\t"
      "ldrd   r4, r5, [sp, #20]\n\t"
      "ldr    r12, [sp, #28]\n\t"
      "ldr    r2, [r12, #28]\n\t"
      "add    r4, r4, r2, lsl #1\n\t"
      "subs   r5, #2\n\t"
      "bgt.w  1b\n\t"
      "add    sp, #44\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
