#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_3x4_fpu.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_3x4_k32) == 36 ? 1 : -1];

/* Four inputs of each pixel, `at` bytes from the first, and the second word of weights. */
#define NOOK_LOADED(at, second) \
  "ldr    r1, [r5, #" at        \
  "]\n\t"                       \
  "ldr    r2, [r5, #32 + " at   \
  "]\n\t"                       \
  "ldr    r3, [r5, #64 + " at   \
  "]\n\t"                       \
  "ldr    r0, [sp, #68 + " second "]\n\t"
#define NOOK_EVEN     \
  "sxtb16 r1, r1\n\t" \
  "sxtb16 r2, r2\n\t" \
  "sxtb16 r3, r3\n\t"
#define NOOK_ODD              \
  "sxtb16 r1, r1, ror #8\n\t" \
  "sxtb16 r2, r2, ror #8\n\t" \
  "sxtb16 r3, r3, ror #8\n\t"
#define NOOK_MULTIPLIED(NOOK_EACH, first, third) \
  NOOK_SECOND_SUMS(NOOK_EACH)                    \
  NOOK_FROM_FPU("r0", first) NOOK_FIRST_SUMS(NOOK_EACH) NOOK_FROM_FPU("r0", third) NOOK_THIRD_SUMS(NOOK_EACH)
#define NOOK_FOUR_INPUTS(NOOK_FIRST, at, even, odd, a, b, c, d)                                            \
  NOOK_LOADED(at, even)                                                                                    \
  NOOK_EVEN NOOK_MULTIPLIED(NOOK_FIRST, a, b) NOOK_LOADED(at, odd) NOOK_ODD NOOK_MULTIPLIED(NOOK_PRODUCTS, \
                                                                                            c, d)

#define NOOK_SCALE(at) "ldrd   r3, r5, [sp, #36 + " at "]\n\t"

/* On the stack: what tile_3x4_fpu.h says, 36 {multiplier, plus} of the four outputs, 68 second words of
 * weights, 132 the stream, 136 the job, 140 y of the first pixel, 144 pixels left behind whole threes. */
NOOK_ASSEMBLY void nook_dot_3x4_k32_fpu(const nook_dot_3x4_k32* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #148\n\t"
      "str    r0, [sp, #136]\n\t"
      "ldrd   r1, r2, [r0, #24]\n"
      "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */
      "str    r2, [sp, #140]\n\t"
      "vldmia r1, {s0-s31}\n\t"
      "add    r3, sp, #68\n\t"
      "add    r4, sp, #132\n\t"
      "mov    r5, #0xff00ff00\n\t"
      ".balign 4\n"
      "2:\n\t" /* b + 256 * c from a + 256 * b and c + 256 * d, of four inputs */
      "ldmia  r1!, {r6, r7, r8, r9}\n\t"
      "sxtb16 r10, r6\n\t"
      "sxtb16 r11, r8\n\t"
      "ssub16 r10, r6, r10\n\t"
      "ssub16 r11, r8, r11\n\t"
      "and    r7, r5, r7, lsl #8\n\t"
      "and    r9, r5, r9, lsl #8\n\t"
      "sxtab16 r7, r7, r10, ror #8\n\t"
      "sxtab16 r9, r9, r11, ror #8\n\t"
      "stmia  r3!, {r7, r9}\n\t"
      "cmp    r3, r4\n\t"
      "bne    2b\n\t"
      "add    r3, sp, #36\n\t"
      "ldmia  r1!, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t"
      "stmia  r3, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t"
      "ldmia  r1!, {r6, r7, r8}\n\t"
      "str    r1, [sp, #132]\n\t"
      "ldmia  r0, {r5, r9, r10, r11, r12, lr}\n\t"
      "str    r9, [sp, #144]\n\t"
      "mov    r9, r2\n\t"
      "add    lr, r2\n\t"
      "stmia  sp, {r5, r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */
      "3:\n\t"      /* a tile */
      NOOK_FOUR_INPUTS(NOOK_FIRST_PRODUCTS, "0", "0", "4", "s0", "s1", "s2", "s3")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "4", "8", "12", "s4", "s5", "s6", "s7")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "8", "16", "20", "s8", "s9", "s10", "s11")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "12", "24", "28", "s12", "s13", "s14", "s15")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "16", "32", "36", "s16", "s17", "s18", "s19")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "20", "40", "44", "s20", "s21", "s22", "s23")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "24", "48", "52", "s24", "s25", "s26", "s27")
      NOOK_FOUR_INPUTS(NOOK_PRODUCTS, "28", "56", "60", "s28", "s29", "s30", "s31")
      "adds   r5, #96\n\t"
      "str    r5, [sp, #0]\n\t"
      NOOK_SUMS_TAKEN_APART
      NOOK_SCALE("0") NOOK_ONCE_A NOOK_SCALE("8") NOOK_ONCE_B NOOK_SCALE("16") NOOK_ONCE_C
      NOOK_SCALE("24") NOOK_ONCE_D NOOK_OUTPUTS_STORED
      "bne.w  3b\n\t"
      "ldr    r0, [sp, #144]\n\t"
      "cbz    r0, 4f\n\t"
      "movs   r1, #0\n\t" /* the last three pixels, some of them once more */
      "str    r1, [sp, #144]\n\t"
      "mla    r9, r0, r11, lr\n\t"
      "str    r9, [sp, #16]\n\t"
      "str    r9, [sp, #32]\n\t"
      "add    r5, r5, r0, lsl #5\n\t"
      "subs   r5, #96\n\t"
      "b      3b\n"
      "4:\n\t"
      "ldrd   r1, r0, [sp, #132]\n\t"
      "ldr    r2, [sp, #140]\n\t"
      "ldr    r3, [r0, #32]\n\t"
      "cmp    r2, r3\n\t"
      "beq    5f\n\t"
      "adds   r2, #4\n\t"
      "cmp    r2, r3\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  r2, r3\n\t"
      "b      1b\n"
      "5:\n\t"
      "add    sp, #148\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
