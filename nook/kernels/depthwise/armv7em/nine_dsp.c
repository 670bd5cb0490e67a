#include "nook/kernels/depthwise/armv7em/nine_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/four_outputs_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_nine) == 28 ? 1 : -1];

/* Registers: r0 the base address of the taps, r1 r2 r4 the distances of those of column 0, r3 the stream; r5
 * r6 r7 inputs, r8 r9 weights; r10 r11 r12 lr the sums of the four channels. */

/* The words of two taps, in r5 and r6, become pairs for each channel, which are multiplied with a pair of
 * weights and summed. */
#define NOOK_TWO_TAPS              \
  "pkhbt  r7, r5, r6, lsl #16\n\t" \
  "pkhtb  r6, r6, r5, asr #16\n\t" \
  "ldmia  r3!, {r8, r9}\n\t"       \
  "sxtb16 r5, r7\n\t"              \
  "sxtb16 r7, r7, ror #8\n\t"      \
  "smlad  r10, r5, r8, r10\n\t"    \
  "smlad  r11, r7, r9, r11\n\t"    \
  "ldmia  r3!, {r8, r9}\n\t"       \
  "sxtb16 r5, r6\n\t"              \
  "sxtb16 r6, r6, ror #8\n\t"      \
  "smlad  r12, r5, r8, r12\n\t"    \
  "smlad  lr, r6, r9, lr\n\t"
#define NOOK_LAST_TAP           \
  "ldmia  r3!, {r8, r9}\n\t"    \
  "sxtb16 r6, r5\n\t"           \
  "sxtb16 r5, r5, ror #8\n\t"   \
  "smlabb r10, r6, r8, r10\n\t" \
  "smlatt r12, r6, r8, r12\n\t" \
  "smlabb r11, r5, r9, r11\n\t" \
  "smlatt lr, r5, r9, lr\n\t"

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack also: 12 to 32 the
 * distances of taps 1, 2, 4, 5, 7 and 8, 36 the job, 40 pixels left. */
#define NOOK_PIXELS(round) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"                       \
  "sub    sp, #44\n\t"                                                      \
  "ldr    r2, [r0, #4]\n\t"                                                 \
  "ldr    r3, [r0, #16]\n\t"                                                \
  "ldr    r4, [r0, #24]\n\t"                                                \
  "str    r2, [sp, #0]\n\t"                                                 \
  "str    r4, [sp, #8]\n\t"                                                 \
  "strd   r0, r3, [sp, #36]\n\t"                                            \
  "ldr    r0, [r0, #0]\n\t"                                                 \
  "ldmia  r1, {r2, r4, r5, r6, r7, r8, r9, r10, r11}\n\t" /* taps 0 to 8 */ \
  "strd   r4, r5, [sp, #12]\n\t"                                            \
  "strd   r7, r8, [sp, #20]\n\t"                                            \
  "strd   r10, r11, [sp, #28]\n\t"                                          \
  "mov    r1, r2\n\t"                                                       \
  "mov    r2, r6\n\t"                                                       \
  "mov    r4, r9\n"                                                         \
  "1:\n\t" /* a pixel */                                                    \
  "ldr    r7, [sp, #36]\n\t"                                                \
  "ldr    r3, [r7, #8]\n\t"                                                 \
  "ldr    r5, [r7, #20]\n\t"                                                \
  "subs   r5, #4\n\t"                                                       \
  "str    r5, [sp, #4]\n"                                                   \
  "2:\n\t" /* four channels */ NOOK_BIASES                                       \
  "ldrd   r5, r6, [sp, #12]\n\t"                                            \
  "ldr    r5, [r0, r5]\n\t"                                                 \
  "ldr    r6, [r0, r6]\n\t" NOOK_TWO_TAPS                                        \
  "ldrd   r5, r6, [sp, #20]\n\t"                                            \
  "ldr    r5, [r0, r5]\n\t"                                                 \
  "ldr    r6, [r0, r6]\n\t" NOOK_TWO_TAPS                                        \
  "ldrd   r5, r6, [sp, #28]\n\t"                                            \
  "ldr    r5, [r0, r5]\n\t"                                                 \
  "ldr    r6, [r0, r6]\n\t" NOOK_TWO_TAPS                                        \
  "ldr    r5, [r0, r1]\n\t"                                                 \
  "ldr    r6, [r0, r2]\n\t" NOOK_TWO_TAPS                                        \
  "ldr    r5, [r0, r4]\n\t"                                                 \
  "adds   r0, #4\n\t" NOOK_LAST_TAP NOOK_FOUR_OUTPUTS(round)                          \
  NOOK_LAST_FOUR("2b", "3f", "add    r0, r6\n\t", "3")                           \
  "ldrd   r7, r6, [sp, #36]\n\t"                                            \
  "ldr    r5, [r7, #12]\n\t"                                                \
  "add    r0, r5\n\t"                                                       \
  "subs   r6, #1\n\t"                                                       \
  "str    r6, [sp, #40]\n\t"                                                \
  "bne    1b\n\t"                                                           \
  "add    sp, #44\n\t"                                                      \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

#define NOOK_JOB   const nook_nine* job NOOK_IN_REGISTER
#define NOOK_APART const int32_t* apart NOOK_IN_REGISTER

NOOK_ASSEMBLY void nook_nine_dsp(NOOK_JOB, NOOK_APART) { __asm volatile(NOOK_PIXELS(NOOK_ROUND_TWICE)); }
NOOK_ASSEMBLY void nook_nine_relu_dsp(NOOK_JOB, NOOK_APART) { __asm volatile(NOOK_PIXELS(NOOK_ROUND_ONCE)); }
