#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/neighbours_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_5x2) == 48 ? 1 : -1];

/* Registers: r0 to r3 two inputs of five pixels; r4 two weights of both outputs, then of the second, r5 of
 * the first. The sums of the first output are in r6 to r9, those of the second in r10 to r12 and lr. Single
 * loads: ldm takes as long, and needs a register that points there. */
#define NOOK_INPUTS_AND_WEIGHTS(n) \
  "vmov   r4, s" n                 \
  "\n\t"                           \
  "ldr    r0, [sp, #32+16*" n      \
  "]\n\t"                          \
  "ldr    r1, [sp, #36+16*" n      \
  "]\n\t"                          \
  "ldr    r2, [sp, #40+16*" n      \
  "]\n\t"                          \
  "ldr    r3, [sp, #44+16*" n      \
  "]\n\t"                          \
  "sxtb16 r5, r4\n\t"              \
  "sxtb16 r4, r4, ror #8\n\t"
#define NOOK_TWO_INPUTS_OF_FIVE(n) \
  NOOK_INPUTS_AND_WEIGHTS(n)       \
  "smlad  r6, r0, r5, r6\n\t"      \
  "smlad  r7, r1, r5, r7\n\t"      \
  "smlad  r8, r2, r5, r8\n\t"      \
  "smlad  r9, r3, r5, r9\n\t"      \
  "smlad  r10, r0, r4, r10\n\t"    \
  "smlad  r11, r1, r4, r11\n\t"    \
  "smlad  r12, r2, r4, r12\n\t"    \
  "smlad  lr, r3, r4, lr\n\t"
/* The same where all sums of an output begin as the first. */
#define NOOK_FIRST_OF_FIVE      \
  NOOK_INPUTS_AND_WEIGHTS("0")  \
  "smlad  r9, r3, r5, r6\n\t"   \
  "smlad  r8, r2, r5, r6\n\t"   \
  "smlad  r7, r1, r5, r6\n\t"   \
  "smlad  r6, r0, r5, r6\n\t"   \
  "smlad  lr, r3, r4, r10\n\t"  \
  "smlad  r12, r2, r4, r10\n\t" \
  "smlad  r11, r1, r4, r10\n\t" \
  "smlad  r10, r0, r4, r10\n\t"
#define NOOK_FOUR_INPUTS_OF_FIVE(a, b)        NOOK_TWO_INPUTS_OF_FIVE(a) NOOK_TWO_INPUTS_OF_FIVE(b)
#define NOOK_EIGHT_INPUTS_OF_FIVE(a, b, c, d) NOOK_FOUR_INPUTS_OF_FIVE(a, b) NOOK_FOUR_INPUTS_OF_FIVE(c, d)

/* 256 times the sums of five pixels, from what the four words sum to: of the first pixel in `first`, of the
 * others where those were. */
#define NOOK_FIVE_SUMS(first, s, t, u, v) \
  "sub    " first ", " u ", " v           \
  ", lsl #8\n\t"                          \
  "sub    " first ", " t ", " first       \
  ", lsl #8\n\t"                          \
  "sub    " first ", " s ", " first       \
  ", lsl #8\n\t"                          \
  "sub    " s ", " s ", " first           \
  "\n\t"                                  \
  "sub    " t ", " t ", " s               \
  ", asr #8\n\t"                          \
  "sub    " u ", " u ", " t               \
  ", asr #8\n\t"                          \
  "sub    " v ", " v ", " u               \
  ", asr #8\n\t"                          \
  "lsl    " first ", " first ", #8\n\t"

/* On the stack: 0 y, 4 to 16 apart, 20 the end, 24 the stream, 32 the words of neighbours, four for each two
 * inputs. */
NOOK_ASSEMBLY void nook_dot_5x2_fpu(const nook_dot_5x2* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #544\n\t"
      "ldmia  r0!, {r1, r2, r3, r4, r5}\n\t"
      "ldmia  r0, {r6, r7, r8, r9, r10, r11, r12}\n\t"
      "stmia  sp, {r6, r7, r8, r9, r10, r11, r12}\n\t"
      "add    r0, sp, #32\n\t"
      "add    lr, sp, #544\n\t"
      ".balign 4\n"
      "1:\n\t" /* four inputs of five pixels, r1 to r5: eight words at r0 */
      "ldr    r6, [r1], #4\n\t"
      "ldr    r7, [r2], #4\n\t"
      "ldr    r8, [r3], #4\n\t"
      "ldr    r9, [r4], #4\n\t"
      "ldr    r10, [r5], #4\n\t"
      NOOK_HALFWORDS("r6", "r11") NOOK_HALFWORDS("r7", "r12") NOOK_NEIGHBOURS("r6", "r7", "r11", "r12")
      "str    r6, [r0], #32\n\t"
      NOOK_HALFWORDS("r8", "r6")
      "str    r11, [r0, #-16]\n\t"
      NOOK_NEIGHBOURS("r7", "r8", "r12", "r6")
      "str    r7, [r0, #-28]\n\t"
      "str    r12, [r0, #-12]\n\t"
      NOOK_HALFWORDS("r9", "r7") NOOK_NEIGHBOURS("r8", "r9", "r6", "r7")
      "str    r8, [r0, #-24]\n\t"
      "str    r6, [r0, #-8]\n\t"
      NOOK_HALFWORDS("r10", "r8") NOOK_NEIGHBOURS("r9", "r10", "r7", "r8")
      "str    r9, [r0, #-20]\n\t"
      "str    r7, [r0, #-4]\n\t"
      "cmp    r0, lr\n\t"
      "bne    1b\n\t"
      "ldr    r4, [sp, #24]\n\t"
      ".balign 4\n"
      "2:\n\t" /* two outputs: r4 their part of the stream */
      "ldrd   r6, r10, [r4], #8\n\t"
      "vldmia r4!, {s0-s31}\n\t"
      "str    r4, [sp, #24]\n\t"
      NOOK_FIRST_OF_FIVE NOOK_TWO_INPUTS_OF_FIVE("1") NOOK_FOUR_INPUTS_OF_FIVE("2", "3")
      NOOK_EIGHT_INPUTS_OF_FIVE("4", "5", "6", "7") NOOK_EIGHT_INPUTS_OF_FIVE("8", "9", "10", "11")
      NOOK_EIGHT_INPUTS_OF_FIVE("12", "13", "14", "15") NOOK_EIGHT_INPUTS_OF_FIVE("16", "17", "18", "19")
      NOOK_EIGHT_INPUTS_OF_FIVE("20", "21", "22", "23") NOOK_EIGHT_INPUTS_OF_FIVE("24", "25", "26", "27")
      NOOK_EIGHT_INPUTS_OF_FIVE("28", "29", "30", "31")
      NOOK_FIVE_SUMS("r0", "r6", "r7", "r8", "r9") NOOK_FIVE_SUMS("r1", "r10", "r11", "r12", "lr")
      "ldr    r5, [sp, #24]\n\t"
      "ldmia  r5, {r2, r3, r4, r5}\n\t"
      NOOK_OUTPUTS("r0", "r1") NOOK_OUTPUTS("r6", "r10") NOOK_OUTPUTS("r7", "r11")
      NOOK_OUTPUTS("r8", "r12") NOOK_OUTPUTS("r9", "lr")
      "ldmia  sp, {r1, r2, r3, r4, r5, r10, r11}\n\t"
      "strh   r0, [r1, #0]\n\t"
      "strh   r6, [r1, r2]\n\t"
      "strh   r7, [r1, r3]\n\t"
      "strh   r8, [r1, r4]\n\t"
      "strh   r9, [r1, r5]\n\t"
      "add    r4, r11, #16\n\t"
      "adds   r1, #2\n\t"
      "cmp    r1, r10\n\t"
      "str    r1, [sp, #0]\n\t"
      "bls.w  2b\n\t"
      "add    sp, #544\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
