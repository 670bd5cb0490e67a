#include "nook/ops/shared/dot_eight_dsp.h"

#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_job) == 40 ? 1 : -1];

/* Registers: r0 the inputs, r1 the stream, r2 and r3 weights, r4 and r5 pairs of inputs; r6 r8 r10 r12 sum
 * the products with a, r7 r9 r11 lr those with 256 * b + a. */
#define PAIR(a, ba)            \
  "ldmia  r1!, {r2, r3}\n\t"   \
  "smlad  " ba ", r4, r2, " ba \
  "\n\t"                       \
  "sxtb16 r2, r2\n\t"          \
  "smlad  " a ", r4, r2, " a   \
  "\n\t"                       \
  "smlad  " ba ", r5, r3, " ba \
  "\n\t"                       \
  "sxtb16 r3, r3\n\t"          \
  "smlad  " a ", r5, r3, " a "\n\t"
/* The first inputs: there is no sum yet. */
#define FIRST_PAIR(a, ba)      \
  "ldmia  r1!, {r2, r3}\n\t"   \
  "smuad  " ba                 \
  ", r4, r2\n\t"               \
  "sxtb16 r2, r2\n\t"          \
  "smuad  " a                  \
  ", r4, r2\n\t"               \
  "smlad  " ba ", r5, r3, " ba \
  "\n\t"                       \
  "sxtb16 r3, r3\n\t"          \
  "smlad  " a ", r5, r3, " a "\n\t"
#define UNPACK_INPUTS         \
  "ldr    r4, [r0], #4\n\t"   \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"
#define FIRST_FOUR_INPUTS                                                                                \
  UNPACK_INPUTS FIRST_PAIR("r6", "r7") FIRST_PAIR("r8", "r9") FIRST_PAIR("r10", "r11") FIRST_PAIR("r12", \
                                                                                                  "l"    \
                                                                                                  "r")
#define FOUR_INPUTS UNPACK_INPUTS PAIR("r6", "r7") PAIR("r8", "r9") PAIR("r10", "r11") PAIR("r12", "lr")

/* The sum in `v`, doubled and with its bias, becomes the output. 2 * sum * multiplier is rounded to its high
 * word (ties up), which is nook_mul_high(). Four times that, less something for a negative one so that its
 * ties fall below, times a power of two is rounded again and added to the zero point in r5. */
#define OUTPUT(v)           \
  "smmulr " v ", " v        \
  ", r3\n\t"                \
  "lsl    " v ", " v        \
  ", #2\n\t"                \
  "add    " v ", " v ", " v \
  ", asr #31\n\t"           \
  "smmlar " v ", " v        \
  ", r4, r5\n\t"            \
  "ssat   " v ", #8, " v "\n\t"
#define TWO_OUTPUTS(a, ba) \
  "sub    " ba ", " ba ", " a "\n\t"    \
  "ldmia  r1!, {r2, r3, r4}\n\t"        \
  "add    " a ", r2, " a ", lsl #1\n\t" \
  OUTPUT(a)                             \
  "ldmia  r1!, {r2, r3, r4}\n\t"        \
  "add    " ba ", r2, " ba ", asr #7\n\t" \
  OUTPUT(ba)

/* All in one, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 end of the pixel, 4 the pixel, 8 y, 12 outputs left, 16 zero, 20 pixels left, 24 the job,
 * 28 and 32 the last outputs. */
static __attribute__((naked, noinline)) void multiply(const nook_dot_job* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #36\n\t"
      "str    r0, [sp, #24]\n\t"
      "ldmia  r0, {r1, r2, r3, r4}\n\t"
      "strd   r1, r2, [sp, #4]\n\t"
      "strd   r3, r4, [sp, #16]\n\t"
      "ldr    r2, [r0, #24]\n\t"
      "add    r2, r1\n\t"
      "str    r2, [sp, #0]\n"
      "1:\n\t" /* a pixel; r0 is the job */
      "ldrd   r1, r2, [r0, #16]\n\t"
      "str    r2, [sp, #12]\n"
      "2:\n\t" /* eight outputs */
      "ldr    r0, [sp, #4]\n\t" FIRST_FOUR_INPUTS
      "ldr    r2, [sp, #0]\n\t"
      "subs   r2, r0\n\t"
      "beq    5f\n\t"
      "lsls   r2, r2, #29\n\t" /* an odd number of fours: in the middle of two */
      "bmi    4f\n"
      "3:\n\t" FOUR_INPUTS
      "4:\n\t" FOUR_INPUTS
      "ldr    r2, [sp, #0]\n\t"
      "cmp    r0, r2\n\t"
      "bne    3b\n"
      "5:\n\t"
      "ldr    r5, [sp, #16]\n\t"
      TWO_OUTPUTS("r6", "r7") TWO_OUTPUTS("r8", "r9") TWO_OUTPUTS("r10", "r11") TWO_OUTPUTS("r12", "lr")
      "ldrd   r0, r2, [sp, #8]\n\t"
      "bfi    r6, r7, #8, #8\n\t"
      "bfi    r6, r8, #16, #8\n\t"
      "bfi    r6, r9, #24, #8\n\t"
      "bfi    r10, r11, #8, #8\n\t"
      "bfi    r10, r12, #16, #8\n\t"
      "bfi    r10, lr, #24, #8\n\t"
      "subs   r2, #8\n\t"
      "bmi    6f\n\t"
      "str    r6, [r0], #4\n\t"
      "str    r10, [r0], #4\n\t"
      "strd   r0, r2, [sp, #8]\n\t"
      "bne    2b\n\t"
      "b      8f\n"
      "6:\n\t" /* fewer than eight, r2 + 8 */
      "strd   r6, r10, [sp, #28]\n\t"
      "adds   r2, #8\n\t"
      "add    r3, sp, #28\n"
      "7:\n\t"
      "ldrb   r4, [r3], #1\n\t"
      "strb   r4, [r0], #1\n\t"
      "subs   r2, #1\n\t"
      "bne    7b\n\t"
      "str    r0, [sp, #8]\n"
      "8:\n\t"
      "ldr    r0, [sp, #24]\n\t"
      "ldr    r4, [r0, #28]\n\t"
      "ldrd   r2, r3, [sp, #0]\n\t"
      "add    r2, r4\n\t"
      "add    r3, r4\n\t"
      "strd   r2, r3, [sp, #0]\n\t"
      "ldr    r2, [sp, #20]\n\t"
      "subs   r2, #1\n\t"
      "str    r2, [sp, #20]\n\t"
      "bne    1b\n\t"
      "add    sp, #36\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

void nook_dot_eight_dsp(const nook_dot_job* job) {
  multiply(job);
  if (job->low > -128 || job->high < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->outputs, job->low, job->high);
}
