#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_2x4) == 32 ? 1 : -1];

/* Registers: r0 the target, r1 and r2 the two pixels, r3 bytes left. Two inputs of both lie side by side.
 * Single loads and stores: they overlap, stm would take a cycle more. */
#define NOOK_UNPACKED(first, second) \
  "sxtb16 r6, " first                \
  "\n\t"                             \
  "sxtb16 r7, " second               \
  "\n\t"                             \
  "str    r6, [r0], #16\n\t"         \
  "sxtb16 " first ", " first         \
  ", ror #8\n\t"                     \
  "str    r7, [r0, #-12]\n\t"        \
  "sxtb16 " second ", " second       \
  ", ror #8\n\t"                     \
  "str    " first                    \
  ", [r0, #-8]\n\t"                  \
  "str    " second ", [r0, #-4]\n\t"
#define NOOK_WORD           \
  "ldr    r4, [r1], #4\n\t" \
  "ldr    r5, [r2], #4\n\t" NOOK_UNPACKED("r4", "r5")
/* The last loads move the pointers, so that all four overlap. */
#define NOOK_TWO_WORDS       \
  "ldr    r8, [r1, #4]\n\t"  \
  "ldr    r12, [r2, #4]\n\t" \
  "ldr    r4, [r1], #8\n\t"  \
  "ldr    r5, [r2], #8\n\t" NOOK_UNPACKED("r4", "r5") NOOK_UNPACKED("r8", "r12")

NOOK_ASSEMBLY int32_t* nook_unpack_2x4_dsp(int32_t* to NOOK_IN_REGISTER, const int8_t* first NOOK_IN_REGISTER,
                                           const int8_t* second NOOK_IN_REGISTER,
                                           int32_t bytes NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8}\n\t"
      "subs   r3, #8\n\t"
      "blt    2f\n"
      "1:\n\t" NOOK_TWO_WORDS
      "subs   r3, #8\n\t"
      "bge    1b\n"
      "2:\n\t"
      "adds   r3, #4\n\t"
      "blt    3f\n\t" NOOK_WORD
      "subs   r3, #4\n"
      "3:\n\t"
      "adds   r3, #4\n\t"
      "beq    5f\n"
      "4:\n\t" /* one or two of the last one to three inputs */
      "ldrsb  r4, [r1], #1\n\t"
      "ldrsb  r5, [r2], #1\n\t"
      "subs   r3, #2\n\t"
      "itt    pl\n\t"
      "ldrsbpl r6, [r1], #1\n\t"
      "ldrsbpl r7, [r2], #1\n\t"
      "pkhbt  r4, r4, r6, lsl #16\n\t"
      "pkhbt  r5, r5, r7, lsl #16\n\t"
      "stmia  r0!, {r4, r5}\n\t"
      "bgt    4b\n"
      "5:\n\t"
      "pop    {r4, r5, r6, r7, r8}\n\t"
      "bx     lr\n\t");
}

#define NOOK_FIRST_TWO_INPUTS                                                \
  "ldmia  r0!, {r4, r5}\n\t"                                                 \
  "ldmia  r1!, {r6, r7, r8, r9}\n\t"                                         \
  "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_PAIR("r2", "r6", "r7", "r10", "r11") \
      NOOK_FIRST_PAIR("r3", "r8", "r9", "r12", "lr")

#define NOOK_SHIFTED(v, how, by) how "    " v ", " v ", " by "\n\t"
/* Sums of the second outputs of both pixels lose those of the first, which are then shifted. */
#define NOOK_PARTED(a, ba, second_a, second_ba, by)                                  \
  "sub    " ba ", " ba ", " a                                                        \
  "\n\t"                                                                             \
  "sub    " second_ba ", " second_ba ", " second_a "\n\t" NOOK_SHIFTED(a, "lsl", by) \
      NOOK_SHIFTED(second_a, "lsl", by)
#define NOOK_FACTORS_OF_TWO "ldmia  r1!, {r2, r3, r4, r5}\n\t"
#define NOOK_TWO_ONCE(a, ba, second_a, second_ba)                                                      \
  NOOK_FACTORS_OF_TWO NOOK_PARTED(a, ba, second_a, second_ba, "#8") NOOK_ONCE(a, second_a, "r2", "r3") \
      NOOK_ONCE(ba, second_ba, "r4", "r5")
/* As fixed_output.h has it for small factors: doubled, multiplied, rounded; one less for a negative product,
 * and rounded again. r0 is the zero point. */
#define NOOK_TWICE(v, multiplier, power) \
  "smmulr " v ", " v ", " multiplier     \
  "\n\t"                                 \
  "add    " v ", " v ", " v              \
  ", asr #31\n\t"                        \
  "smmlar " v ", " v ", " power ", r0\n\t"
#define NOOK_TWO_TWICE(a, ba, second_a, second_ba)                                                    \
  NOOK_FACTORS_OF_TWO NOOK_PARTED(a, ba, second_a, second_ba, "#1") NOOK_SHIFTED(ba, "asr", "#7")     \
      NOOK_SHIFTED(second_ba, "asr", "#7") NOOK_TWICE(a, "r2", "r3") NOOK_TWICE(second_a, "r2", "r3") \
          NOOK_TWICE(ba, "r4", "r5") NOOK_TWICE(second_ba, "r4", "r5")
#define NOOK_EIGHT_TOGETHER(shift) \
  NOOK_TOGETHER("r6", "r7", "r8", "r9", shift) NOOK_TOGETHER("r10", "r11", "r12", "lr", shift)
#define NOOK_EIGHT(NOOK_TWO) NOOK_TWO("r6", "r7", "r10", "r11") NOOK_TWO("r8", "r9", "r12", "lr")

/* The same for one pixel alone, whose sums are in r6 to r9. Four inputs at a time, if there are. */
#define NOOK_INPUT_OF_ONE \
  "ldr    r4, [r0], #8\n\t" NOOK_ONE_PAIR("r4", "r2", "r6", "r7") NOOK_ONE_PAIR("r4", "r3", "r8", "r9")
#define NOOK_TWO_OF_ONE "ldmia  r1!, {r2, r3}\n\t" NOOK_INPUT_OF_ONE
#define NOOK_FOUR_OF_ONE                                                                                 \
  "ldmia  r1!, {r2, r3, r10, r11}\n\t"                                                                   \
  "ldr.n  r5, [r0, #8]\n\t"                                                                              \
  "ldr    r4, [r0], #16\n\t" NOOK_ONE_PAIR("r4", "r2", "r6", "r7") NOOK_ONE_PAIR("r4", "r3", "r8", "r9") \
      NOOK_ONE_PAIR("r5", "r10", "r6", "r7") NOOK_ONE_PAIR("r5", "r11", "r8", "r9")
#define NOOK_FOUR_OF_ONE_BYTES "58"
#define NOOK_ONE_ONCE(a, ba) \
  NOOK_FACTORS_OF_TWO NOOK_SCALED(a, ba) NOOK_PRODUCT(a, "r2", "r3") NOOK_PRODUCT(ba, "r4", "r5")
#define NOOK_ONE_TWICE(a, ba)                                                                   \
  NOOK_FACTORS_OF_TWO                                                                           \
  "sub    " ba ", " ba ", " a "\n\t" NOOK_SHIFTED(a, "lsl", "#1") NOOK_SHIFTED(ba, "asr", "#7") \
      NOOK_TWICE(a, "r2", "r3") NOOK_TWICE(ba, "r4", "r5")
#define NOOK_FOUR(NOOK_ONE)       NOOK_ONE("r6", "r7") NOOK_ONE("r8", "r9")
#define NOOK_FOUR_TOGETHER(shift) NOOK_TOGETHER("r6", "r7", "r8", "r9", shift)

/* All in one, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 y, 4 that of the last four outputs, 8 from y to that of the second pixel, 12 the inputs, 16
 * their end, 20 where sums go, or how the last part ends (2: hidden, with sums so far), 24 the sums so far,
 * 28 whether there are, or it is one pixel, 32 where the code for all but two inputs begins, 36 the same of
 * one pixel, 40 zero. What most layers want asks for least: two pixels, or one, all inputs, hidden negative
 * outputs. For others the flags say "not equal" at 8, or r0 is 0 at 28. `ldr pc` wants odd addresses; adr
 * counts from a multiple of 4, which the assembler takes the function to begin at.
 */
NOOK_ASSEMBLY const int8_t* nook_dot_2x4_dsp(const nook_dot_2x4* job NOOK_IN_REGISTER,
                                             const int8_t* stream NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #44\n\t"
      "ldmia  r0, {r2, r3, r4, r5, r6, r7, r8, r9}\n\t"
      "add    r3, r2\n\t"
      "subs   r3, #4\n\t"
      "subs   r0, r6, #1\n\t" /* after the first two */
      "and    r12, r0, #15\n\t"
      "mov    r10, #" NOOK_TWO_INPUTS_BYTES
      "\n\t"
      "adr.w  r11, 5f + 1\n\t"
      "mls    r10, r12, r10, r11\n\t"
      "ubfx   r0, r0, #1, #2\n\t"
      "mov    r12, #" NOOK_FOUR_OF_ONE_BYTES
      "\n\t"
      "adr.w  r11, 25f + 1\n\t"
      "mls    r11, r0, r12, r11\n\t"
      "add    r6, r5, r6, lsl #3\n\t"
      "mov    r12, r7\n\t"
      "mov    r7, r9\n\t"
      "cbnz   r7, 1f\n\t"
      "cmp    r8, #0\n\t"
      "it     ne\n\t"
      "movne  r7, #2\n"
      "1:\n\t"
      "clz    r9, r4\n\t"
      "orr    r9, r8, r9, lsr #5\n\t"
      "stmia  sp, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12}\n\t"
      "cmp    r7, #0\n\t"
      "bne.w  2f\n\t"
      "cmp    r4, #0\n\t"
      "beq.w  21f\n"
      "12:\n\t" /* four outputs */
      "ldr    r0, [sp, #12]\n\t" NOOK_FIRST_TWO_INPUTS
      "ldr    pc, [sp, #32]\n"
      "3:\n\t" NOOK_EIGHT_TIMES(NOOK_TWO_INPUTS) NOOK_SEVEN_TIMES(NOOK_TWO_INPUTS)
      "4:\n\t" NOOK_TWO_INPUTS
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", NOOK_TWO_INPUTS_BYTES)
      "ldr    r2, [sp, #16]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  3b\n\t"
      "ldr    r3, [sp, #20]\n\t"
      "cmp    r3, #0\n\t"
      "bne.w  7f\n"
      "8:\n\t" NOOK_EIGHT(NOOK_TWO_ONCE) NOOK_EIGHT_TOGETHER(", asr #12")
      "bne.w  16f\n\t" /* flags as at 8 */
      "ldmia  sp, {r0, r2, r3}\n\t"
      "str    r10, [r0, r3]\n\t"
      "str    r6, [r0], #4\n\t"
      "cmp    r0, r2\n\t"
      "str    r0, [sp, #0]\n\t"
      "bls.w  12b\n"
      "9:\n\t"
      "subs   r2, r0, r2\n\t"
      "cmp    r2, #4\n\t"
      "beq    1f\n\t"
      "subs   r0, r0, r2\n\t" /* the last four, some of them again */
      "str    r0, [sp, #0]\n\t"
      "b      2f\n"
      "1:\n\t"
      "mov    r0, r1\n\t"
      "add    sp, #44\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "7:\n\t"
      "cmp    r3, #2\n\t"
      "bhi    10f\n\t"
      "cmp    r3, #1\n\t"
      "bne.w  8b\n\t"
      "ldr    r0, [sp, #40]\n\t" NOOK_EIGHT(NOOK_TWO_TWICE) NOOK_EIGHT_TOGETHER("")
      "16:\n\t"
      "ldmia  sp, {r0, r2, r3}\n\t"
      "str    r10, [r0, r3]\n\t"
      "str    r6, [r0], #4\n"
      "17:\n\t"
      "cmp    r0, r2\n\t"
      "str    r0, [sp, #0]\n\t"
      "bhi.w  9b\n"
      "2:\n\t"
      "ldr    r2, [sp, #28]\n\t"
      "cmp    r2, #0\n\t"
      "beq.w  12b\n\t"
      "ldr    r0, [sp, #12]\n\t"
      "ldr    r2, [sp, #8]\n\t"
      "ldr    r3, [sp, #24]\n\t"
      "cbz    r2, 20f\n\t"
      "ldmia  r3!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t" /* sums that start with the earlier ones */
      "str    r3, [sp, #24]\n\t" NOOK_TWO_INPUTS
      "ldr    pc, [sp, #32]\n"
      "10:\n\t" /* sums that wait */
      "stmia  r3!, {r6, r7, r8, r9, r10, r11, r12, lr}\n"
      "11:\n\t"
      "str    r3, [sp, #20]\n\t"
      "ldrd   r0, r2, [sp, #0]\n\t"
      "adds   r0, #4\n\t"
      "b      17b\n"
      "20:\n\t"
      "cbz    r3, 21f\n\t"
      "ldmia  r3!, {r6, r7, r8, r9}\n\t"
      "str    r3, [sp, #24]\n\t"
      "ldmia  r1!, {r2, r3}\n\t"
      "b      22f\n"
      "21:\n\t"
      "ldr    r0, [sp, #12]\n\t"
      "ldmia  r1!, {r6, r7, r8, r9}\n\t"
      "ldmia  r1!, {r2, r3}\n"
      "22:\n\t" NOOK_INPUT_OF_ONE
      "ldr    pc, [sp, #36]\n"
      "23:\n\t" NOOK_THREE_TIMES(NOOK_FOUR_OF_ONE)
      "24:\n\t" NOOK_FOUR_OF_ONE
      "25:\n\t" NOOK_COPIES_ARE("24b", "25b", NOOK_FOUR_OF_ONE_BYTES)
      "ldr    r2, [sp, #16]\n\t"
      "subs   r2, r2, r0\n\t"
      "beq    26f\n\t"
      "cmp    r2, #8\n\t"
      "bne    23b\n\t" NOOK_TWO_OF_ONE
      "26:\n\t"
      "ldr    r3, [sp, #20]\n\t"
      "cmp    r3, #0\n\t"
      "bne    27f\n"
      "28:\n\t" NOOK_FOUR(NOOK_ONE_ONCE) NOOK_FOUR_TOGETHER(", asr #12")
      "cbz    r0, 29f\n\t"
      "ldrd   r0, r2, [sp, #0]\n\t"
      "str    r6, [r0], #4\n\t"
      "cmp    r0, r2\n\t"
      "str    r0, [sp, #0]\n\t"
      "bls    21b\n\t"
      "b      9b\n"
      "29:\n\t"
      "ldrd   r0, r2, [sp, #0]\n\t"
      "str    r6, [r0], #4\n\t"
      "b      17b\n"
      "27:\n\t"
      "movs   r0, #0\n\t"
      "cmp    r3, #2\n\t"
      "beq    28b\n\t"
      "blo    1f\n\t"
      "stmia  r3!, {r6, r7, r8, r9}\n\t"
      "b      11b\n"
      "1:\n\t"
      "ldr    r0, [sp, #40]\n\t" NOOK_FOUR(NOOK_ONE_TWICE) NOOK_FOUR_TOGETHER("")
      "b      29b\n\t");
}
