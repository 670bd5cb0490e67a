#include "nook/kernels/depthwise/armv7em/taps_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/four_outputs_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_taps_job) == 36 ? 1 : -1];

/* Registers: r0 the base address of the taps, r1 their distances, r3 the stream; r5 r6 r7 inputs, r2 r4 r8 r9
 * weights; r10 r11 r12 lr the sums of the four channels. */

/* The words of two taps become pairs for each channel, which are multiplied with a pair of weights and
   summed. */
#define NOOK_TWO_TAPS                \
  "ldrd   r5, r6, [r1], #8\n\t"      \
  "ldmia  r3!, {r2, r4, r8, r9}\n\t" \
  "ldr    r5, [r0, r5]\n\t"          \
  "ldr    r6, [r0, r6]\n\t"          \
  "pkhbt  r7, r5, r6, lsl #16\n\t"   \
  "pkhtb  r6, r6, r5, asr #16\n\t"   \
  "sxtb16 r5, r7\n\t"                \
  "sxtb16 r7, r7, ror #8\n\t"        \
  "smlad  r10, r5, r2, r10\n\t"      \
  "smlad  r11, r7, r4, r11\n\t"      \
  "sxtb16 r5, r6\n\t"                \
  "sxtb16 r6, r6, ror #8\n\t"        \
  "smlad  r12, r5, r8, r12\n\t"      \
  "smlad  lr, r6, r9, lr\n\t"

/* The same for two inputs with two channels each. */
#define NOOK_TWO_TAPS_TWICE          \
  "ldrd   r5, r6, [r1], #8\n\t"      \
  "ldmia  r3!, {r2, r4, r8, r9}\n\t" \
  "ldrh   r5, [r0, r5]\n\t"          \
  "ldrh   r6, [r0, r6]\n\t"          \
  "pkhbt  r5, r5, r6, lsl #16\n\t"   \
  "sxtb16 r6, r5, ror #8\n\t"        \
  "sxtb16 r5, r5\n\t"                \
  "smlad  r10, r5, r2, r10\n\t"      \
  "smlad  r11, r5, r4, r11\n\t"      \
  "smlad  r12, r6, r8, r12\n\t"      \
  "smlad  lr, r6, r9, lr\n\t"

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack also: 12 the
 * distances of the taps, 16 where the loop is entered, which does four taps at a time, 20 the end of the
 * distances, 24 the job, 28 pixels left. */
#define NOOK_PIXELS(two_taps, four_on, back) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"                 \
  "sub    sp, #32\n\t"                                                \
  "mov    r7, r0\n\t"                                                 \
  "ldrd   r0, r1, [r7, #0]\n\t"                                       \
  "ldr    r2, [r7, #32]\n\t"                                          \
  "str    r1, [sp, #0]\n\t"                                           \
  "str    r2, [sp, #8]\n\t"                                           \
  "ldrd   r1, r2, [r7, #12]\n\t"                                      \
  "add    r3, r1, r2, lsl #3\n\t"                                     \
  "lsls   r2, r2, #31\n\t"                                            \
  "adr.w  r2, 4f\n\t"                                                 \
  "beq    1f\n\t"                                                     \
  "adr.w  r2, 5f\n"                                                   \
  "1:\n\t"                                                            \
  "orr    r2, #1\n\t" /* Thumb */                                     \
  "strd   r1, r2, [sp, #12]\n\t"                                      \
  "ldr    r1, [r7, #24]\n\t"                                          \
  "strd   r3, r7, [sp, #20]\n\t"                                      \
  "str    r1, [sp, #28]\n"                                            \
  "2:\n\t" /* a pixel */                                              \
  "ldr    r7, [sp, #24]\n\t"                                          \
  "ldr    r3, [r7, #8]\n\t"                                           \
  "ldr    r5, [r7, #28]\n\t"                                          \
  "subs   r5, #4\n\t"                                                 \
  "str    r5, [sp, #4]\n"                                             \
  "3:\n\t" /* four channels */ NOOK_BIASES                                 \
  "ldrd   r1, r2, [sp, #12]\n\t"                                      \
  "bx     r2\n"                                                       \
  "4:\n\t" two_taps                                                   \
  "5:\n\t" two_taps                                                   \
  "ldr    r2, [sp, #20]\n\t"                                          \
  "cmp    r1, r2\n\t"                                                 \
  "bne    4b\n\t"                                                     \
  four_on NOOK_FOUR_OUTPUTS(NOOK_ROUND_TWICE)                             \
  NOOK_LAST_FOUR("3b", "6f", back, "6")                     \
  "ldr    r7, [sp, #24]\n\t"                                          \
  "ldr    r5, [r7, #20]\n\t"                                          \
  "add    r0, r5\n\t"                                                 \
  "ldr    r6, [sp, #28]\n\t"                                          \
  "subs   r6, #1\n\t"                                                 \
  "str    r6, [sp, #28]\n\t"                                          \
  "bne    2b\n\t"                                                     \
  "add    sp, #32\n\t"                                                \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

#define NOOK_JOB const nook_taps_job* job NOOK_IN_REGISTER

/* adr counts from a multiple of 4, which the assembler takes functions to begin at. */
NOOK_ASSEMBLY void nook_taps_dsp(NOOK_JOB) {
  __asm volatile(NOOK_PIXELS(NOOK_TWO_TAPS, "add    r0, #4\n\t", "add    r0, r6\n\t"));
}
NOOK_ASSEMBLY void nook_taps_twice_dsp(NOOK_JOB) {
  __asm volatile(NOOK_PIXELS(NOOK_TWO_TAPS_TWICE, "add    r0, #2\n\t", "add    r0, r0, r6, asr #1\n\t"));
}
