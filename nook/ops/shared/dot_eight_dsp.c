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
#define UNPACK                \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"
#define NEXT_INPUTS "ldr    r4, [r0], #4\n\t" UNPACK
#define FOUR_INPUTS NEXT_INPUTS PAIR("r6", "r7") PAIR("r8", "r9") PAIR("r10", "r11") PAIR("r12", "lr")

/* The sum in `v`, doubled and with its bias, becomes the output. 2 * sum * multiplier is rounded to its high
 * word (ties up), which is nook_mul_high(). Four times that, less something for a negative one so that its
 * ties fall below, times a power of two is rounded again and added to the zero point in r5. */
#define OUTPUT(v, multiplier, power) \
  "smmulr " v ", " v ", " multiplier \
  "\n\t"                             \
  "lsl    " v ", " v                 \
  ", #2\n\t"                         \
  "add    " v ", " v ", " v          \
  ", asr #31\n\t"                    \
  "smmlar " v ", " v ", " power      \
  ", r5\n\t"                         \
  "ssat   " v ", #8, " v "\n\t"
#define SUM(a, bias)    "add    " a ", " bias ", " a ", lsl #1\n\t"
#define SUM_B(ba, bias) "add    " ba ", " bias ", " ba ", asr #7\n\t"
/* Of two outputs, which end in the low half of `a`. */
#define TWO_OUTPUTS(a, ba)                                                 \
  "sub    " ba ", " ba ", " a                                              \
  "\n\t"                                                                   \
  "ldmia  r1!, {r2, r3, r4}\n\t" SUM(a, "r2")                              \
      OUTPUT(a, "r3", "r4") "ldmia  r1!, {r2, r3, r4}\n\t" SUM_B(ba, "r2") \
          OUTPUT(ba, "r3", "r4") "bfi    " a ", " ba ", #8, #8\n\t"
/* The same where r11 and lr are free. */
#define TWO_OUTPUTS_AT_ONCE(a, ba)                                                               \
  "sub    " ba ", " ba ", " a                                                                    \
  "\n\t"                                                                                         \
  "ldmia  r1!, {r0, r2, r3, r4, r11, lr}\n\t" SUM(a, "r0") OUTPUT(a, "r2", "r3") SUM_B(ba, "r4") \
      OUTPUT(ba, "r11", "lr") "bfi    " a ", " ba ", #8, #8\n\t"

/* The last two to six outputs of a pixel, whose sums are 0: all inputs, the first four of which are in r4. */
#define LAST(again, first, pairs, outputs)               \
  again                                                  \
      ":\n\t"                                            \
      "ldr    r4, [r0], #4\n" first ":\n\t" UNPACK pairs \
      "cmp    r0, r12\n\t"                               \
      "bne    " again                                    \
      "b\n\t"                                            \
      "ldr    r5, [sp, #20]\n\t"                         \
      "b      " outputs "b\n"

/* All in one, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 end of the pixel, 4 the pixel, 8 where its second inputs are from there, 12 y, 16 outputs
 * left, 20 zero, 24 pixels left, 28 the job, 32 and 36 the last outputs. */
#define EIGHT_SUMS \
  "2:\n\t" /* eight outputs */ \
  "ldrd   r0, r2, [sp, #4]\n\t" \
  "ldr    r4, [r0]\n\t" \
  "add    r0, r2\n\t" UNPACK FIRST_PAIR("r6", "r7") FIRST_PAIR("r8", "r9") FIRST_PAIR("r10", "r11") \
  FIRST_PAIR("r12", "lr") \
  "ldr    r2, [sp, #0]\n\t" \
  "subs   r2, r0\n\t" \
  "beq    5f\n\t" \
  "lsls   r2, r2, #29\n\t" /* an odd number of fours: in the middle of two */ \
  "bmi    4f\n" \
  "3:\n\t" FOUR_INPUTS \
  "4:\n\t" FOUR_INPUTS \
  "ldr    r2, [sp, #0]\n\t" \
  "cmp    r0, r2\n\t" \
  "bne    3b\n"
#define EIGHT_OUTPUTS \
  "5:\n\t" \
  "ldr    r5, [sp, #20]\n\t" TWO_OUTPUTS("r12", "lr") \
  "23:\n\t" TWO_OUTPUTS("r10", "r11") \
  "22:\n\t" TWO_OUTPUTS_AT_ONCE("r8", "r9") \
  "21:\n\t" TWO_OUTPUTS_AT_ONCE("r6", "r7") \
  "pkhbt  r6, r6, r8, lsl #16\n\t" \
  "pkhbt  r10, r10, r12, lsl #16\n\t" \
  "ldrd   r0, r2, [sp, #12]\n\t" \
  "subs   r2, #8\n\t" \
  "bmi    6f\n\t" \
  "str    r6, [r0], #4\n\t" \
  "str    r10, [r0], #4\n\t" \
  "strd   r0, r2, [sp, #12]\n\t" \
  "cmp    r2, #6\n\t" \
  "bgt    2b\n\t" \
  "cmp    r2, #0\n\t" \
  "beq    8f\n"
#define LAST_SUMS                                                                             \
  "9:\n\t" /* one to six outputs, r2 */                                                       \
  "ldrd   r0, r3, [sp, #4]\n\t"                                                               \
  "ldr    r12, [sp, #0]\n\t"                                                                  \
  "ldr    r4, [r0]\n\t"                                                                       \
  "add    r0, r3\n\t"                                                                         \
  "movs   r6, #0\n\t"                                                                         \
  "movs   r7, #0\n\t"                                                                         \
  "cmp    r2, #2\n\t"                                                                         \
  "ble    11f\n\t"                                                                            \
  "mov    r8, #0\n\t"                                                                         \
  "mov    r9, #0\n\t"                                                                         \
  "cmp    r2, #4\n\t"                                                                         \
  "ble    13f\n\t"                                                                            \
  "mov    r10, #0\n\t"                                                                        \
  "mov    r11, #0\n\t"                                                                        \
  "b      15f\n" LAST("14", "15", PAIR("r6", "r7") PAIR("r8", "r9") PAIR("r10", "r11"), "23") \
      LAST("12", "13", PAIR("r6", "r7") PAIR("r8", "r9"), "22") LAST("10", "11", PAIR("r6", "r7"), "21")
#define STORE_LAST                        \
  "6:\n\t" /* fewer than eight, r2 + 8 */ \
  "strd   r6, r10, [sp, #32]\n\t"         \
  "adds   r2, #8\n\t"                     \
  "add    r3, sp, #32\n"                  \
  "7:\n\t"                                \
  "ldrb   r4, [r3], #1\n\t"               \
  "strb   r4, [r0], #1\n\t"               \
  "subs   r2, #1\n\t"                     \
  "bne    7b\n\t"                         \
  "str    r0, [sp, #12]\n"
static __attribute__((naked, noinline)) void multiply(const nook_dot_job* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #44\n\t"
      "str    r0, [sp, #28]\n\t"
      "ldmia  r0, {r1, r2, r3, r4}\n\t"
      "str    r1, [sp, #4]\n\t"
      "str    r2, [sp, #12]\n\t"
      "strd   r3, r4, [sp, #20]\n\t"
      "ldr    r2, [r0, #24]\n\t"
      "add    r1, r2\n\t"
      "str    r1, [sp, #0]\n\t"
      "subs   r2, #1\n\t" /* 1 to 4 inputs, so that a multiple of four is left */
      "and    r2, r2, #3\n\t"
      "adds   r2, #1\n\t"
      "str    r2, [sp, #8]\n"
      "1:\n\t" /* a pixel; r0 is the job */
      "ldrd   r1, r2, [r0, #16]\n\t"
      "str    r2, [sp, #16]\n\t"
      "cmp    r2, #6\n\t"
      "ble    9f\n" EIGHT_SUMS EIGHT_OUTPUTS LAST_SUMS STORE_LAST
      "8:\n\t"
      "ldr    r0, [sp, #28]\n\t"
      "ldr    r4, [r0, #28]\n\t"
      "ldrd   r2, r3, [sp, #0]\n\t"
      "add    r2, r4\n\t"
      "add    r3, r4\n\t"
      "strd   r2, r3, [sp, #0]\n\t"
      "ldr    r2, [sp, #24]\n\t"
      "subs   r2, #1\n\t"
      "str    r2, [sp, #24]\n\t"
      "bne    1b\n\t"
      "add    sp, #44\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

void nook_dot_eight_dsp(const nook_dot_job* job) {
  multiply(job);
  if (job->low > -128 || job->high < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->outputs, job->low, job->high);
}
