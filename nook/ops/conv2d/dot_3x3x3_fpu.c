#include "nook/ops/conv2d/dot_3x3x3_fpu.h"

#include "nook/ops/shared/assembly.h"
#include "nook/ops/shared/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_3x3x3) == 32 ? 1 : -1];

/* Registers while inputs are unpacked: r4 and r5 the rows under the two pixels, r2 from one to the next. A
 * register of the FPU for two inputs of the first pixel, the next one for those of the second. */
#define UNPACKED(first, second, even, odd) \
  "sxtb16 r10, " first                     \
  ", ror #8\n\t"                           \
  "sxtb16 r11, " second                    \
  ", ror #8\n\t"                           \
  "sxtb16 " first ", " first               \
  "\n\t"                                   \
  "sxtb16 " second ", " second             \
  "\n\t"                                   \
  "vmov   " even ", " first ", " second    \
  "\n\t"                                   \
  "vmov   " odd ", r10, r11\n\t"
/* Eight inputs of a row; the last one goes to other registers. */
#define EIGHT_OF_ROW        \
  "ldr    r6, [r4]\n\t"     \
  "ldr    r7, [r5]\n\t"     \
  "ldr    r8, [r4, #4]\n\t" \
  "ldr    r9, [r5, #4]\n\t"
#define LAST_OF_ROW(first, second) \
  "ldrsb  " first                  \
  ", [r4, #8]\n\t"                 \
  "ldrsb  " second ", [r5, #8]\n\t"
#define NEXT_ROW      \
  "add    r4, r2\n\t" \
  "add    r5, r2\n\t"

/* Registers while they are multiplied: those of tile_dsp.h, and r0 the end of the stream. */
#define INPUTS_OF(registers)  \
  "vmov   r4, r5, " registers \
  "\n\t"                      \
  "ldmia  r1!, {r2, r3}\n\t"
#define TWO_INPUTS_OF(registers) \
  INPUTS_OF(registers) PAIR("r2", "r6", "r7", "r10", "r11") PAIR("r3", "r8", "r9", "r12", "lr")
#define FIRST_TWO_INPUTS_OF(registers) \
  INPUTS_OF(registers) FIRST_PAIR("r2", "r6", "r7", "r10", "r11") FIRST_PAIR("r3", "r8", "r9", "r12", "lr")

#define TWO_OUTPUTS(a, ba, second_a, second_ba)                                                              \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" SCALED(a, ba) SCALED(second_a, second_ba) ONCE(a, second_a, "r2", "r3") \
      ONCE(ba, second_ba, "r4", "r5")

/* In s28 x, s29 y, s30 bytes from there to y of the second pixel, s31 pixels left, in twos. */
NOOK_ASSEMBLY void nook_dot_3x3x3_fpu(const nook_dot_3x3x3* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "add    r1, r0, #16\n\t"
      "vldmia r1, {s28-s31}\n\t"
      "ldmia  r0, {r1, r2, r3, r4}\n\t"
      "mov    r0, r2\n\t"
      "push   {r1, r3, r4}\n"
      "1:\n\t" /* two pixels */
      "vmov   r4, s28\n\t"
      "ldmia  sp, {r1, r2, r3}\n\t"
      "add    r5, r4, r3\n\t"
      "add    r6, r5, r3\n\t"
      "vmov   s28, r6\n\t"
      EIGHT_OF_ROW LAST_OF_ROW("r3", "lr") NEXT_ROW
      UNPACKED("r6", "r7", "s0, s1", "s2, s3") UNPACKED("r8", "r9", "s4, s5", "s6, s7")
      EIGHT_OF_ROW LAST_OF_ROW("r10", "r11") NEXT_ROW
      "pkhbt  r3, r3, r10, lsl #16\n\t"
      "pkhbt  lr, lr, r11, lsl #16\n\t"
      "vmov   s24, s25, r3, lr\n\t"
      UNPACKED("r6", "r7", "s8, s9", "s10, s11") UNPACKED("r8", "r9", "s12, s13", "s14, s15")
      EIGHT_OF_ROW LAST_OF_ROW("r3", "lr")
      "vmov   s26, s27, r3, lr\n\t" /* the weights of their upper halves are 0 */
      UNPACKED("r6", "r7", "s16, s17", "s18, s19") UNPACKED("r8", "r9", "s20, s21", "s22, s23")
      "2:\n\t" /* four outputs */
      "ldmia  r1!, {r6, r7, r8, r9}\n\t"
      FIRST_TWO_INPUTS_OF("s0, s1") TWO_INPUTS_OF("s2, s3") TWO_INPUTS_OF("s4, s5") TWO_INPUTS_OF("s6, s7")
      TWO_INPUTS_OF("s8, s9") TWO_INPUTS_OF("s10, s11") TWO_INPUTS_OF("s12, s13") TWO_INPUTS_OF("s14, s15")
      TWO_INPUTS_OF("s16, s17") TWO_INPUTS_OF("s18, s19") TWO_INPUTS_OF("s20, s21") TWO_INPUTS_OF("s22, s23")
      TWO_INPUTS_OF("s24, s25") TWO_INPUTS_OF("s26, s27")
      TWO_OUTPUTS("r6", "r7", "r10", "r11") TWO_OUTPUTS("r8", "r9", "r12", "lr")
      TOGETHER("r6", "r7", "r8", "r9", ", asr #12") TOGETHER("r10", "r11", "r12", "lr", ", asr #12")
      "vmov   r2, r3, s29, s30\n\t"
      "ldr    r4, [r1], #4\n\t"
      "str    r6, [r2, #0]\n\t"
      "str    r10, [r2, r3]\n\t"
      "add    r2, r4\n\t"
      "vmov   s29, r2\n\t"
      "cmp    r1, r0\n\t"
      "bne.w  2b\n\t"
      "vmov   r2, s31\n\t"
      "subs   r2, #1\n\t"
      "vmov   s31, r2\n\t"
      "bne.w  1b\n\t"
      "add    sp, #12\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
