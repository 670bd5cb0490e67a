#include "nook/ops/shared/dot_winograd_dsp.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_parts_are_known[NOOK_WINOGRAD_CHANNELS == 16 ? 1 : -1];

/* Registers: r0 V, r1 the stream, r2 and r3 weights, r4 and r5 two channels of each tile; r6 to r9 the sums
 * of the first tile, r10 to r12 and lr those of the second. */
#define OUTPUT(w, v, u)         \
  "smlad  " v ", r4, " w ", " v \
  "\n\t"                        \
  "smlad  " u ", r5, " w ", " u "\n\t"
#define TWO_CHANNELS                                                                 \
  "ldmia  r0!, {r4, r5}\n\t"                                                         \
  "ldmia  r1!, {r2, r3}\n\t" OUTPUT("r2", "r6", "r10")                               \
      OUTPUT("r3", "r7", "r11") "ldmia  r1!, {r2, r3}\n\t" OUTPUT("r2", "r8", "r12") \
          OUTPUT("r3", "r9", "lr")

/* The same where the sums begin. */
#define FIRST_OUTPUT(w, v, u) \
  "smuad  " v ", r4, " w      \
  "\n\t"                      \
  "smuad  " u ", r5, " w "\n\t"
#define FIRST_TWO_CHANNELS                                                                       \
  "ldmia  r0!, {r4, r5}\n\t"                                                                     \
  "ldmia  r1!, {r2, r3}\n\t" FIRST_OUTPUT("r2", "r6", "r10")                                     \
      FIRST_OUTPUT("r3", "r7", "r11") "ldmia  r1!, {r2, r3}\n\t" FIRST_OUTPUT("r2", "r8", "r12") \
          FIRST_OUTPUT("r3", "r9", "lr")
#define SIX_TIMES(code) code code code code code code

/* One piece of assembly, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 where sums go, 4 the end of V. */
__attribute__((naked, noinline)) const int32_t* nook_dot_winograd_dsp(const uint32_t* v
                                                                      __attribute__((unused)),
                                                                      const int32_t* stream
                                                                      __attribute__((unused)),
                                                                      int32_t* to __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #12\n\t"
      "add    r3, r0, #6 * 192\n\t"
      "strd   r2, r3, [sp]\n"
      "1:\n\t" FIRST_TWO_CHANNELS SIX_TIMES(TWO_CHANNELS) SIX_TIMES(TWO_CHANNELS) SIX_TIMES(TWO_CHANNELS)
          TWO_CHANNELS TWO_CHANNELS TWO_CHANNELS TWO_CHANNELS TWO_CHANNELS
      "ldrd   r4, r3, [sp]\n\t"
      "stmia  r4!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "str    r4, [sp]\n\t"
      "cmp    r0, r3\n\t"
      "bne.w  1b\n\t"
      "mov    r0, r1\n\t"
      "add    sp, #12\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
