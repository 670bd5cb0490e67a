#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_w16_dsp.h"

typedef char nook_parts_are_known[NOOK_WINOGRAD_CHANNELS == 16 ? 1 : -1];

#define NOOK_SIX_TIMES(code) code code code code code code

/* One piece of assembly, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 where sums go, 4 the end of V. */
NOOK_ASSEMBLY const int32_t* nook_dot_winograd_dsp(NOOK_TILES, NOOK_STREAM, NOOK_SUMS_OF) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #12\n\t"
      "add    r3, r0, #6 * 192\n\t"
      "strd   r2, r3, [sp]\n"
      "1:\n\t" NOOK_FIRST_TWO_CHANNELS NOOK_SIX_TIMES(NOOK_TWO_CHANNELS) NOOK_SIX_TIMES(NOOK_TWO_CHANNELS)
          NOOK_SIX_TIMES(NOOK_TWO_CHANNELS)
              NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS
      "ldrd   r4, r3, [sp]\n\t"
      "stmia  r4!, {r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "str    r4, [sp]\n\t"
      "cmp    r0, r3\n\t"
      "bne.w  1b\n\t"
      "mov    r0, r1\n\t"
      "add    sp, #12\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
