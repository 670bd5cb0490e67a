#include "nook/kernels/dot/armv7em_fpu/dot_3x3x3_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"

#define NOOK_HEAD "16" /* bytes of the stream that nobody needs here */

typedef char nook_offsets_are_known
    [NOOK_2X4_HEAD == 16 && sizeof(nook_row_part) == 20 && sizeof(nook_row_parts) == 24 ? 1 : -1];

/* Registers: r0 the row under the first pixel, r1 weights, r2 and r3 four inputs of each pixel, r4 and r5 two
 * of them; the sums of the first pixel in r6 to r9, those of the second in r10 to r12 and lr. */
#define NOOK_PAIRS(PAIR_OF, a, b)                                                                  \
  "vmov   r1, s" a "\n\t" PAIR_OF("r1", "r6", "r7", "r10", "r11") "vmov   r1, s" b "\n\t" PAIR_OF( \
      "r1", "r8", "r9", "r12", "lr")
#define NOOK_NEXT_ROW(d) \
  "vmov   r1, s" d       \
  "\n\t"                 \
  "add    r0, r1\n\t"
/* Four inputs of a row; the next row is found before its first load. */
#define NOOK_FOUR_OF_ROW(first, second, NOOK_NEXT, a, b, c, d) \
  "ldr    r2, [r0, #" first "]\n\t"                  \
  "ldr    r3, [r0, #" second "]\n\t"                 \
  "sxtb16 r4, r2\n\t"                                \
  "sxtb16 r5, r3\n\t" NOOK_NEXT NOOK_PAIRS(NOOK_PAIR, a, b)         \
  "sxtb16 r4, r2, ror #8\n\t"                        \
  "sxtb16 r5, r3, ror #8\n\t" NOOK_PAIRS(NOOK_PAIR, c, d)
/* The last inputs of rows 0 and 1 together, then rows, and the last inputs of row 2: the weights of their
 * upper halves are 0. */
#define NOOK_ALL_INPUTS(second, second_word, second_last) \
  "vmov   r1, s28\n\t"                                                                 \
  "add    r1, r0\n\t"                                                                  \
  "ldrsb  r4, [r0, #8]\n\t"                                                            \
  "ldrsb  r5, [r0, #" second_last "]\n\t"                                              \
  "ldrsb  r2, [r1, #8]\n\t"                                                            \
  "ldrsb  r3, [r1, #" second_last "]\n\t"                                              \
  "pkhbt  r4, r4, r2, lsl #16\n\t"                                                     \
  "pkhbt  r5, r5, r3, lsl #16\n\t" NOOK_PAIRS(NOOK_FIRST_PAIR, "24", "25")                       \
  NOOK_FOUR_OF_ROW("0", second, "", "0", "1", "2", "3")                                     \
  NOOK_FOUR_OF_ROW("4", second_word, NOOK_NEXT_ROW("28"), "4", "5", "6", "7")                    \
  NOOK_FOUR_OF_ROW("0", second, "", "8", "9", "10", "11")                                   \
  NOOK_FOUR_OF_ROW("4", second_word, NOOK_NEXT_ROW("29"), "12", "13", "14", "15")                \
  NOOK_FOUR_OF_ROW("0", second, "", "16", "17", "18", "19")                                 \
  NOOK_FOUR_OF_ROW("4", second_word, "", "20", "21", "22", "23")                            \
  "ldrsb  r4, [r0, #8]\n\t"                                                            \
  "ldrsb  r5, [r0, #" second_last "]\n\t" NOOK_NEXT_ROW("30") NOOK_PAIRS(NOOK_PAIR, "26", "27")

/* On the stack: 0 what sums begin with, 16 {multiplier, plus} of each output, 48 y, 52 apart, 56 the stream,
 * 60 y of the first pixel, 64 the part, 68 the job. In registers of the FPU: s28 to s30 from a row to the
 * next, the last of them to row 0 of the next two pixels, s31 the end of row 0. */
#define NOOK_ROW_PAIR_KERNEL(two_pixels, second, second_word, second_last) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
  "vpush  {s16-s31}\n\t" \
  "sub    sp, #72\n\t" \
  "ldrd   r1, r2, [r0, #0]\n\t" \
  "str    r0, [sp, #68]\n\t" \
  "adds   r1, #" NOOK_HEAD "\n" \
  "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */ \
  "ldmia  r1!, {r4, r5, r6, r7}\n\t" \
  "vldmia r1!, {s0-s27}\n\t" \
  "stmia  sp, {r4, r5, r6, r7}\n\t" \
  "ldmia  r1!, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t" \
  "add    r3, sp, #16\n\t" \
  "strd   r1, r2, [sp, #56]\n\t" \
  "stmia  r3, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t" \
  "str    r2, [sp, #48]\n\t" \
  "ldr    r1, [r0, #16]\n" \
  "2:\n\t" /* a part of the row: r1 which */ \
  "ldmia  r1!, {r2, r3, r4, r5, r6}\n\t" \
  "str    r1, [sp, #64]\n\t" \
  "subs   r7, r4, r3\n\t" \
  "rsb    r4, r4, #" two_pixels "\n\t" \
  "vmov   s28, s29, r3, r7\n\t" \
  "vmov   s30, s31, r4, r5\n\t" \
  "str    r6, [sp, #52]\n\t" \
  "mov    r0, r2\n\t" \
  ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */ \
  "3:\n\t"      /* two pixels */ \
  "ldmia  sp, {r6, r7, r8, r9}\n\t" NOOK_ALL_INPUTS(second, second_word, second_last) \
  NOOK_SCALED("r6", "r7") NOOK_SCALED("r10", "r11") \
  "add    r1, sp, #16\n\t" NOOK_SCALED("r8", "r9") NOOK_SCALED("r12", "lr") \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" NOOK_ONCE("r6", "r10", "r2", "r3") NOOK_ONCE("r7", "r11", "r4", "r5") \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" NOOK_ONCE("r8", "r12", "r2", "r3") NOOK_ONCE("r9", "lr", "r4", "r5") \
  NOOK_TOGETHER("r6", "r7", "r8", "r9", ", asr #12") NOOK_TOGETHER("r10", "r11", "r12", "lr", ", asr #12") \
  "ldmia  r1, {r2, r3}\n\t" \
  "str    r10, [r2, r3]\n\t" \
  "str    r6, [r2, #0]\n\t" \
  "add    r2, r2, r3, lsl #1\n\t" \
  "str    r2, [r1, #0]\n\t" \
  "vmov   r3, s31\n\t" \
  "cmp    r0, r3\n\t" \
  "bne.w  3b\n\t" \
  "ldr    r1, [sp, #64]\n\t" \
  "ldr    r0, [sp, #68]\n\t" \
  "ldr    r2, [r0, #20]\n\t" \
  "cmp    r1, r2\n\t" \
  "bne.w  2b\n\t" \
  "ldrd   r1, r2, [sp, #56]\n\t" \
  "ldr    r3, [r0, #8]\n\t" \
  "cmp    r2, r3\n\t" \
  "beq    4f\n\t" \
  "adds   r2, #4\n\t" \
  "cmp    r2, r3\n\t" \
  "it     hi\n\t" /* the last four, some of them once more */ \
  "movhi  r2, r3\n\t" \
  "b      1b\n" \
  "4:\n\t" \
  "add    sp, #72\n\t" \
  "vpop   {s16-s31}\n\t" \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

NOOK_ASSEMBLY void nook_dot_3x3x3_fpu(const nook_row_parts* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_ROW_PAIR_KERNEL("6", "3", "7", "11"));
}

NOOK_ASSEMBLY void nook_dot_3x3x3s2_fpu(const nook_row_parts* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_ROW_PAIR_KERNEL("12", "6", "10", "14"));
}
