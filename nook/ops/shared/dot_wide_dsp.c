#include "nook/ops/shared/dot_wide_dsp.h"

#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_wide) == 44 ? 1 : -1];

/* Registers: r0 the inputs, r1 the stream, r2 and r3 weights, r4 and r5 pairs of inputs; r6 to r12 and lr the
 * sums of eight outputs. */
#define EACH(v)              \
  "ldmia  r1!, {r2, r3}\n\t" \
  "smlad  " v ", r4, r2, " v \
  "\n\t"                     \
  "smlad  " v ", r5, r3, " v "\n\t"
#define FOUR_INPUTS                                                                                   \
  "ldr    r4, [r0], #4\n\t"                                                                           \
  "sxtb16 r5, r4, ror #8\n\t"                                                                         \
  "sxtb16 r4, r4\n\t" EACH("r6") EACH("r7") EACH("r8") EACH("r9") EACH("r10") EACH("r11") EACH("r12") \
      EACH("lr")
/* The weight of the sign, in the high half, is 0. */
#define TWO_OF_ONE(v, w)     \
  "ldmia  r1!, {r2, r3}\n\t" \
  "smlad  " v ", r4, r2, " v \
  "\n\t"                     \
  "smlad  " w ", r4, r3, " w "\n\t"
#define ONE_INPUT                                                                                  \
  "ldrsb  r4, [r0], #1\n\t" TWO_OF_ONE("r6", "r7") TWO_OF_ONE("r8", "r9") TWO_OF_ONE("r10", "r11") \
      TWO_OF_ONE("r12", "lr")
/* As fixed_once.h has it; both end in the low half of `v`. */
#define TWO_OUTPUTS(v, w)            \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" \
  "smmla  " v ", " v                 \
  ", r2, r3\n\t"                     \
  "smmla  " w ", " w                 \
  ", r4, r5\n\t"                     \
  "ssat   " v ", #8, " v             \
  ", asr #12\n\t"                    \
  "ssat   " w ", #8, " w             \
  ", asr #12\n\t"                    \
  "bfi    " v ", " w ", #8, #8\n\t"

/* All in one, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 where a row begins, 4 where its words do, 8 the pixel, 12 the end of the weights of these
 * eight outputs, 16 from a row to the next, 20 y, 24 outputs left, 28 pixels left, 32 the job, 36 bytes of
 * the weights of eight outputs, 40 and 44 the last outputs. `ldr pc` wants odd addresses. */
static __attribute__((naked, noinline, aligned(4))) void eight_sums(const nook_dot_wide* job
                                                                    __attribute__((unused)),
                                                                    int32_t weight_bytes
                                                                    __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #52\n\t"
      "strd   r0, r1, [sp, #32]\n\t"
      "ldr    r2, [r0, #0]\n\t"
      "ldr    r3, [r0, #24]\n\t"
      "str    r2, [sp, #8]\n\t"
      "str    r3, [sp, #16]\n\t"
      "ldr    r2, [r0, #4]\n\t"
      "ldr    r3, [r0, #16]\n\t"
      "str    r2, [sp, #20]\n\t"
      "str    r3, [sp, #28]\n\t"
      "ldr    r2, [r0, #32]\n\t"
      "lsr    r3, r2, #2\n\t"
      "rsb    r3, r3, #4\n\t" /* of the four copies, those that are not needed */
      "movs   r4, #92\n\t"    /* bytes of one */
      "adr.w  r5, 4f\n\t"
      "mla    r5, r3, r4, r5\n\t"
      "adds   r5, #1\n\t"
      "mov    r4, r5\n\t"
      "lsls   r2, r2, #31\n\t"
      "it     mi\n\t"
      "adrmi.w r4, 3f\n\t"
      "orr    r4, #1\n\t"
      "strd   r4, r5, [sp, #0]\n"
      "1:\n\t" /* a pixel */
      "ldr    r0, [sp, #32]\n\t"
      "ldrd   r1, r2, [r0, #8]\n\t"
      "str    r2, [sp, #24]\n"
      "2:\n\t" /* eight outputs */
      "ldr    r2, [sp, #36]\n\t"
      "ldmia  r1!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "add    r2, r1\n\t"
      "str    r2, [sp, #12]\n\t"
      "ldr    r0, [sp, #8]\n\t"
      "ldr    pc, [sp, #0]\n"
      "3:\n\t" ONE_INPUT
      "ldr    pc, [sp, #4]\n\t"
      ".balign 4\n"
      "4:\n\t" FOUR_INPUTS
      "5:\n\t"
      ".if 5b - 4b - 92\n\t"
      ".error \"the size of a copy is not what is said above\"\n\t"
      ".endif\n\t"
      FOUR_INPUTS FOUR_INPUTS FOUR_INPUTS
      "ldrd   r2, r3, [sp, #12]\n\t"
      "cmp    r1, r2\n\t"
      "add    r0, r3\n\t"
      "it     ne\n\t"
      "ldrne  pc, [sp, #0]\n\t"
      TWO_OUTPUTS("r6", "r7") TWO_OUTPUTS("r8", "r9") TWO_OUTPUTS("r10", "r11") TWO_OUTPUTS("r12", "lr")
      "pkhbt  r6, r6, r8, lsl #16\n\t"
      "pkhbt  r10, r10, r12, lsl #16\n\t"
      "ldrd   r0, r2, [sp, #20]\n\t"
      "subs   r2, #8\n\t"
      "bmi    6f\n\t"
      "str    r6, [r0], #4\n\t"
      "str    r10, [r0], #4\n\t"
      "strd   r0, r2, [sp, #20]\n\t"
      "bne    2b\n\t"
      "b      8f\n"
      "6:\n\t" /* fewer than eight, r2 + 8 */
      "strd   r6, r10, [sp, #40]\n\t"
      "adds   r2, #8\n\t"
      "add    r3, sp, #40\n"
      "7:\n\t"
      "ldrb   r4, [r3], #1\n\t"
      "strb   r4, [r0], #1\n\t"
      "subs   r2, #1\n\t"
      "bne    7b\n\t"
      "str    r0, [sp, #20]\n"
      "8:\n\t"
      "ldr    r0, [sp, #32]\n\t"
      "ldr    r3, [r0, #20]\n\t"
      "ldr    r2, [sp, #8]\n\t"
      "add    r2, r3\n\t"
      "str    r2, [sp, #8]\n\t"
      "ldr    r2, [sp, #28]\n\t"
      "subs   r2, #1\n\t"
      "str    r2, [sp, #28]\n\t"
      "bne    1b\n\t"
      "add    sp, #52\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

void nook_dot_wide_dsp(const nook_dot_wide* job) {
  eight_sums(job, job->rows * nook_wide_row(job->size));
  if (job->low > -128 || job->high < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->outputs, job->low, job->high);
}
