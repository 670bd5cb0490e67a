#include "nook/kernels/dot/armv7em/unpack_places_dsp.h"

#include "nook/kernels/asm/assembly.h"

/* Registers: r0 where to, r1 and r2 the two pixels, r3 the places, r8 the end of the words, lr that of all;
 * r12 the next word. Single loads and stores, which overlap, as do all three that are behind each other. */
NOOK_ASSEMBLY void nook_unpack_places_dsp(int32_t* to NOOK_IN_REGISTER, const int8_t* first NOOK_IN_REGISTER,
                                          const int8_t* second NOOK_IN_REGISTER,
                                          const nook_places* from NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, lr}\n\t"
      "ldmia  r3!, {r8, lr}\n\t"
      "add    r8, r3, r8, lsl #2\n\t"
      "add    lr, r8, lr, lsl #2\n\t"
      "cmp    r3, r8\n\t"
      "beq    2f\n\t"
      "ldr    r12, [r3], #4\n"
      "1:\n\t" /* a word */
      "ldr    r4, [r1, r12]\n\t"
      "ldr    r5, [r2, r12]\n\t"
      "ldr    r12, [r3], #4\n\t"
      "sxtb16 r6, r4\n\t"
      "sxtb16 r7, r5\n\t"
      "str    r6, [r0], #16\n\t"
      "sxtb16 r4, r4, ror #8\n\t"
      "str    r7, [r0, #-12]\n\t"
      "sxtb16 r5, r5, ror #8\n\t"
      "str    r4, [r0, #-8]\n\t"
      "str    r5, [r0, #-4]\n\t"
      "cmp    r3, r8\n\t"
      "bls    1b\n\t"
      "subs   r3, #4\n"
      "2:\n\t"
      "cmp    r3, lr\n\t"
      "beq    4f\n"
      "3:\n\t" /* two bytes */
      "ldrd   r6, r7, [r3], #8\n\t"
      "ldrsb  r4, [r1, r6]\n\t"
      "ldrsb  r5, [r2, r6]\n\t"
      "ldrsb  r6, [r1, r7]\n\t"
      "ldrsb  r7, [r2, r7]\n\t"
      "pkhbt  r4, r4, r6, lsl #16\n\t"
      "pkhbt  r5, r5, r7, lsl #16\n\t"
      "cmp    r3, lr\n\t"
      "stmia  r0!, {r4, r5}\n\t"
      "bne    3b\n"
      "4:\n\t"
      "pop    {r4, r5, r6, r7, r8, pc}\n\t");
}
