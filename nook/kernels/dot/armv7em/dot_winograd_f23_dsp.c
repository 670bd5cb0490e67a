#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"
#include "nook/kernels/asm/tile_w16_dsp.h"

typedef char nook_turns_are_known[NOOK_F23_PART == 2 * 24 * 2 ? 1 : -1];

/* Two channels of both tiles where the sums begin. */
#define NOOK_FIRST_PRODUCTS(w, a, ba, second_a, second_ba) \
  "smuad  " ba ", r4, " w                                  \
  "\n\t"                                                   \
  "smuad  " second_ba ", r5, " w                           \
  "\n\t"                                                   \
  "sxtb16 " w ", " w                                       \
  "\n\t"                                                   \
  "smuad  " a ", r4, " w                                   \
  "\n\t"                                                   \
  "smuad  " second_a ", r5, " w "\n\t"
#define NOOK_FIRST_TWO_INPUTS                                                    \
  "ldmia  r0!, {r4, r5}\n\t"                                                     \
  "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_PRODUCTS("r2", "r6", "r7", "r10", "r11") \
      NOOK_FIRST_PRODUCTS("r3", "r8", "r9", "r12", "lr")

/* Twice the sums of two outputs that share halfwords. */
#define NOOK_DOUBLED(a, ba)   \
  "sub    " ba ", " ba ", " a \
  "\n\t"                      \
  "lsl    " a ", " a          \
  ", #1\n\t"                  \
  "asr    " ba ", " ba ", #7\n\t"

/* The end of a part is at 4; its sums go where 0 says, and the next part ends as much further. */
#define NOOK_NEXT_PART                                  \
  "ldrd   r4, r3, [sp]\n\t"                             \
  "stmia  r4!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t" \
  "add    r3, r3, #384\n\t"                             \
  "strd   r4, r3, [sp]\n\t"
#define NOOK_TWENTY_THREE_TIMES(code) NOOK_EIGHT_TIMES(code) NOOK_EIGHT_TIMES(code) NOOK_SEVEN_TIMES(code)

/* One piece of assembly, because no compiler keeps eight sums, four operands and two pointers in registers.
 * Twenty-four times two channels make a turn, a kilobyte. On the stack: 0 where sums go, 4 the end of a part
 * of V, 8 that of the second, 12 that of the fourth. A jump to a long instruction that is not at a multiple
 * of 4 takes a cycle more; those here are short. */
NOOK_ASSEMBLY const int32_t* nook_dot_winograd_f23_dsp(NOOK_TILES, NOOK_STREAM, NOOK_SUMS_OF) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #20\n\t"
      "add    r3, r0, #384\n\t"
      "add    r4, r0, #2 * 384\n\t"
      "add    r5, r0, #4 * 384\n\t"
      "stmia  sp, {r2, r3, r4, r5}\n"
      "1:\n\t" /* a part of weights that share halfwords */
      NOOK_FIRST_TWO_INPUTS
      "b      3f\n"
      "2:\n\t" NOOK_TWO_INPUTS
      "3:\n\t" NOOK_TWENTY_THREE_TIMES(NOOK_TWO_INPUTS)
      "ldr    r2, [sp, #4]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  2b\n\t" NOOK_DOUBLED("r6", "r7") NOOK_DOUBLED("r8", "r9") NOOK_DOUBLED("r10", "r11")
      NOOK_DOUBLED("r12", "lr")
      NOOK_NEXT_PART
      "ldr    r2, [sp, #8]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  1b\n"
      "4:\n\t" /* a part of halfwords */
      NOOK_FIRST_TWO_CHANNELS
      "b      6f\n"
      "5:\n\t" NOOK_TWO_CHANNELS
      "6:\n\t" NOOK_TWENTY_THREE_TIMES(NOOK_TWO_CHANNELS)
      "ldr    r2, [sp, #4]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  5b\n\t" NOOK_NEXT_PART
      "ldr    r2, [sp, #12]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  4b\n\t"
      "mov    r0, r1\n\t"
      "add    sp, #20\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
