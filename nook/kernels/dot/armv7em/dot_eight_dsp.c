#include "nook/kernels/dot/armv7em/dot_eight_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_dot_job) == 40 ? 1 : -1];

/* Registers: r0 the inputs, r1 the stream, r2 and r3 weights, r4 and r5 pairs of inputs; r6 r8 r10 r12 sum
 * the products with a, r7 r9 r11 lr those with 256 * b + a. They begin as the biases. */
#define NOOK_PAIR(a, ba)       \
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
#define NOOK_UNPACK           \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"
#define NOOK_NEXT_INPUTS "ldr    r4, [r0], #4\n\t"
#define NOOK_FOUR_INPUTS                                                                           \
  NOOK_NEXT_INPUTS NOOK_UNPACK NOOK_PAIR("r6", "r7") NOOK_PAIR("r8", "r9") NOOK_PAIR("r10", "r11") \
      NOOK_PAIR("r12", "lr")
/* Bytes of that. */
#define NOOK_BLOCK "116"
/* Of that in front of what follows the first instruction. */
#define NOOK_LOADED "4"

/* If negative outputs are clamped away, as in fixed_once.h: a sum is scaled by a power of two (that of b is
 * already scaled by 2^8), multiplied, and shifted. */
#define NOOK_ONCE(v, scale_it, scale, multiplier, plus) \
  scale_it " " v ", " v ", " scale                      \
           "\n\t"                                       \
           "smmla  " v ", " v ", " multiplier ", " plus \
           "\n\t"                                       \
           "ssat   " v ", #8, " v ", asr #12\n\t"
#define NOOK_ONCE_A(a, scale, multiplier, plus) NOOK_ONCE(a, "lsl   ", scale, multiplier, plus)
#define NOOK_ONCE_B(ba, down, multiplier, plus) NOOK_ONCE(ba, "asr   ", down, multiplier, plus)
/* Of two outputs, which end in the low half of `a`. */
#define NOOK_TWO_ONCE(a, ba)                                          \
  "ldmia  r1!, {r0, r2, r3, r4, r5, lr}\n\t"                          \
  "sub    " ba ", " ba ", " a "\n\t" NOOK_ONCE_A(a, "r0", "r2", "r3") \
      NOOK_ONCE_B(ba, "r4", "r5", "lr") "bfi    " a ", " ba ", #8, #8\n\t"
/* The same for those in r12 and lr, for which there is a register too few; r0 and r2 to r5 are loaded. */
#define NOOK_FIRST_TWO_ONCE     \
  "sub    lr, lr, r12\n\t"      \
  "lsl    r12, r12, r0\n\t"     \
  "ldr    r0, [r1], #4\n\t"     \
  "smmla  r12, r12, r2, r3\n\t" \
  "ssat   r12, #8, r12, asr #12\n\t" NOOK_ONCE_B("lr", "r4", "r5", "r0") "bfi    r12, lr, #8, #8\n\t"

/* If they are not, as in fixed_output.h for small factors: the doubled sum times the multiplier is rounded to
 * its high word (ties up), which is nook_mul_high(). That, minus one if negative so that its ties fall below,
 * times a power of two is rounded again and added to the zero point in r0. */
#define NOOK_TWICE(v, double_it, multiplier, power) \
  double_it                                         \
      "\n\t"                                        \
      "smmulr " v ", " v ", " multiplier            \
      "\n\t"                                        \
      "add    " v ", " v ", " v                     \
      ", asr #31\n\t"                               \
      "smmlar " v ", " v ", " power                 \
      ", r0\n\t"                                    \
      "ssat   " v ", #8, " v "\n\t"
/* Whose multipliers and powers are loaded. */
#define NOOK_THESE_TWO(a, ba)                                                             \
  "sub    " ba ", " ba ", " a "\n\t" NOOK_TWICE(a, "lsl    " a ", " a ", #1", "r2", "r3") \
      NOOK_TWICE(ba, "asr    " ba ", " ba ", #7", "r4", "r5") "bfi    " a ", " ba ", #8, #8\n\t"
#define NOOK_TWO(a, ba) "ldmia  r1!, {r2, r3, r4, r5}\n\t" NOOK_THESE_TWO(a, ba)

/* The last two to six outputs of a pixel: all inputs; the first four are in r4. Then the code branches: the
 * first word after the weights is 0 if negative outputs are not clamped away. */
#define NOOK_LAST(again, first, pairs, once, twice)              \
  again ":\n\t" NOOK_NEXT_INPUTS first ":\n\t" NOOK_UNPACK pairs \
        "cmp    r0, r12\n\t"                                     \
        "bne    " again                                          \
        "b\n\t"                                                  \
        "ldr    r2, [r1]\n\t"                                    \
        "ldr    r0, [sp, #16]\n\t"                               \
        "cmp    r2, #0\n\t"                                      \
        "bne.w  " once                                           \
        "b\n\t"                                                  \
        "adds   r1, #4\n\t"                                      \
        "b.w    " twice "f\n"

/* One piece of assembly, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 the pixel, 4 where the code for it begins, 8 y, 12 outputs left in eights, 16 zero, 20
 * pixels left, 24 the stream, 28 outputs behind the eights, 32 end of the pixel, 36 step, 40 outputs in
 * eights, 44 where the code begins when four inputs are loaded, 48 how many of these are new (1 to 4), 52 y
 * while outputs are made in 56 and 60. adr counts from a multiple of 4, which the assembler takes the
 * function to begin at: it is aligned so, which -Os would not do. */
#define NOOK_BEGIN                                                   \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"                \
  "sub    sp, #64\n\t"                                               \
  "ldmia  r0, {r1, r2, r3, r4, r5, r6, r7, r8}\n\t"                  \
  "subs   r0, r7, #1\n\t"                                            \
  "and    r11, r0, #3\n\t"                                           \
  "add    r11, r11, #1\n\t"                                          \
  "str    r11, [sp, #48]\n\t"                                        \
  "str    r1, [sp, #0]\n\t"                                          \
  "add    r7, r1\n\t"                                                \
  "mov    r1, r5\n\t"                                                \
  "mov    r10, r6\n\t"                                               \
  "and    r6, r6, #7\n\t"                                            \
  "bic    r9, r10, #7\n\t"                                           \
  "strd   r2, r9, [sp, #8]\n\t"                                      \
  "add    r12, sp, #16\n\t"                                          \
  "stmia  r12, {r3, r4, r5, r6, r7, r8, r9}\n\t"                     \
  "mov    r3, r6\n\t"                                                \
  "cmp    r10, #6\n\t"                                               \
  "ble.w  9f\n\t"                                                    \
  "ubfx   r0, r0, #2, #2\n\t" /* this many blocks before the last */ \
  "movs   r2, #" NOOK_BLOCK                                          \
  "\n\t"                                                             \
  "adr.w  r4, 4f + 1\n\t" /* Thumb */                                \
  "mls    r4, r0, r2, r4\n\t"                                        \
  "cmp    r11, #4\n\t"                                               \
  "beq    1f\n\t"                                                    \
  "adds   r4, #" NOOK_LOADED                                         \
  "\n\t"                                                             \
  "str    r4, [sp, #44]\n\t"                                         \
  "adr.w  r4, 10f + 1\n\t"                                           \
  "1:\n\t"                                                           \
  "str    r4, [sp, #4]\n\t"                                          \
  "cmp    r9, #0\n\t"                                                \
  "beq.w  9f\n\t"
#define NOOK_EIGHT_SUMS                                                                 \
  "2:\n\t"                                                                              \
  "ldmia  r1!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t"                                 \
  "ldmia  sp, {r0, pc}\n\t"                                                             \
  "3:\n\t" NOOK_FOUR_INPUTS NOOK_FOUR_INPUTS NOOK_FOUR_INPUTS "4:\n\t" NOOK_FOUR_INPUTS \
  "ldr    r2, [sp, #32]\n\t"                                                            \
  "cmp    r0, r2\n\t"                                                                   \
  "bne.w  3b\n\t"
/* cbnz reaches no farther. */
#define NOOK_EIGHT_OUTPUTS \
  "ldmia  r1!, {r0, r2, r3, r4, r5}\n\t" \
  "cbnz   r0, 30f\n\t" \
  "b.w    40f\n" \
  "30:\n\t" NOOK_FIRST_TWO_ONCE \
  "33:\n\t" NOOK_TWO_ONCE("r10", "r11") \
  "32:\n\t" NOOK_TWO_ONCE("r8", "r9") \
  "31:\n\t" NOOK_TWO_ONCE("r6", "r7") \
  "5:\n\t" \
  "pkhbt  r6, r6, r8, lsl #16\n\t" \
  "pkhbt  r10, r10, r12, lsl #16\n\t" \
  "ldrd   r0, r2, [sp, #8]\n\t" \
  "str    r6, [r0], #4\n\t" \
  "str    r10, [r0], #4\n\t" \
  "subs   r2, #8\n\t" \
  "strd   r0, r2, [sp, #8]\n\t" \
  "bgt.w  2b\n\t" \
  "ldr    r3, [sp, #28]\n\t" \
  "bmi.w  6f\n\t" \
  "cmp    r3, #0\n\t" \
  "beq.w  8f\n"
#define NOOK_EIGHT_SEEN_OUTPUTS                                              \
  "40:\n\t"                                                                  \
  "ldr    r0, [sp, #16]\n\t" NOOK_THESE_TWO("r12", "lr") "43:\n\t" NOOK_TWO( \
      "r10", "r11") "42:\n\t" NOOK_TWO("r8", "r9") "41:\n\t" NOOK_TWO("r6", "r7") "b.w    5b\n"
#define NOOK_LAST_PAIR "21:\n\t" NOOK_UNPACK NOOK_PAIR("r6", "r7")
#define NOOK_LAST_SUMS \
  "9:\n\t" /* one to seven outputs, r3 */ \
  "ldr    r2, [sp, #8]\n\t" \
  "add    r4, sp, #56\n\t" \
  "movs   r5, #0\n\t" \
  "str    r2, [sp, #52]\n\t" \
  "strd   r4, r5, [sp, #8]\n\t" \
  "cmp    r3, #6\n\t" \
  "bgt.w  2b\n\t" \
  "ldr    r0, [sp, #0]\n\t" \
  "ldr    r2, [sp, #48]\n\t" \
  "ldr    r12, [sp, #32]\n\t" \
  "ldr    r4, [r0]\n\t" \
  "add    r0, r2\n\t" \
  "cmp    r3, #2\n\t" \
  "ble    12f\n\t" \
  "cmp    r3, #4\n\t" \
  "ble    14f\n\t" \
  "ldmia  r1!, {r6, r7, r8, r9, r10, r11}\n\t" \
  "b      17f\n\t" \
  NOOK_LAST("16", "17", NOOK_PAIR("r6", "r7") NOOK_PAIR("r8", "r9") NOOK_PAIR("r10", "r11"), "33", "43") \
  "14:\n\t" \
  "ldmia  r1!, {r6, r7, r8, r9}\n\t" \
  "b      15f\n\t" \
  NOOK_LAST("13", "15", NOOK_PAIR("r6", "r7") NOOK_PAIR("r8", "r9"), "32", "42") \
  "12:\n\t" \
  "ldmia  r1!, {r6, r7}\n\t" \
  "sub    r2, r12, r0\n\t" \
  "lsls   r2, r2, #29\n\t" /* an odd number of fours after the first */ \
  "bmi    11f\n\t" \
  "b      21f\n\t" \
  NOOK_LAST("18", "11", NOOK_PAIR("r6", "r7") NOOK_NEXT_INPUTS NOOK_LAST_PAIR, "31", "41")
#define NOOK_STORE_LAST      \
  "6:\n\t"                   \
  "ldr    r0, [sp, #52]\n\t" \
  "add    r2, sp, #56\n\t"   \
  "7:\n\t"                   \
  "ldrb   r4, [r2], #1\n\t"  \
  "strb   r4, [r0], #1\n\t"  \
  "subs   r3, #1\n\t"        \
  "bne    7b\n\t"            \
  "str    r0, [sp, #8]\n\t"
#define NOOK_NEXT_PIXEL                 \
  "8:\n\t"                              \
  "ldr    r0, [sp, #20]\n\t"            \
  "subs   r0, #1\n\t"                   \
  "beq    19f\n\t"                      \
  "str    r0, [sp, #20]\n\t"            \
  "add    r2, sp, #24\n\t"              \
  "ldmia  r2, {r1, r3, r4, r5, r6}\n\t" \
  "ldr    r2, [sp, #0]\n\t"             \
  "add    r2, r5\n\t"                   \
  "add    r4, r5\n\t"                   \
  "str    r2, [sp, #0]\n\t"             \
  "str    r4, [sp, #32]\n\t"            \
  "str    r6, [sp, #12]\n\t"            \
  "cmp    r6, #0\n\t"                   \
  "bne.w  2b\n\t"                       \
  "b.w    9b\n\t"                       \
  "19:\n\t"                             \
  "add    sp, #64\n\t"                  \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"
#define NOOK_OVERLAPPING_INPUTS                         \
  "10:\n\t" /* the first and the second four overlap */ \
  "ldr    r2, [sp, #48]\n\t"                            \
  "ldr    r4, [r0]\n\t"                                 \
  "add    r0, r2\n\t"                                   \
  "ldr    pc, [sp, #44]\n\t"

static NOOK_ASSEMBLY void multiply(const nook_dot_job* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN NOOK_EIGHT_SUMS NOOK_EIGHT_OUTPUTS NOOK_LAST_SUMS NOOK_STORE_LAST NOOK_NEXT_PIXEL
                     NOOK_EIGHT_SEEN_OUTPUTS NOOK_OVERLAPPING_INPUTS);
}

void nook_dot_eight_dsp(const nook_dot_job* job) {
  multiply(job);
  if (job->low > -128 || job->high < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->outputs, job->low, job->high);
}
