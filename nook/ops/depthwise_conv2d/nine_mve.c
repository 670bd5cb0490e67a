#include "nook/ops/depthwise_conv2d/nine_mve.h"

#include "nook/core/fixed_point.h"

/* This kernel rounds twice; a build that rounds once has the reference only. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_nine_mve) == 60 ? 1 : -1];

/* Registers: r0 to r8 the taps, r9 the stream, r10 y; q4 to q7 the sums of channels 0 4 8 12, 2 6 10 14,
 * 1 5 9 13 and 3 7 11 15. */

/* 16-bit sums of even channels in q2 and of odd ones in q3 are added to the others. */
#define ADD_SUMS            \
  "vmovlb.s16 q0, q2\n\t"   \
  "vadd.i32 q4, q4, q0\n\t" \
  "vmovlt.s16 q0, q2\n\t"   \
  "vadd.i32 q5, q5, q0\n\t" \
  "vmovlb.s16 q0, q3\n\t"   \
  "vadd.i32 q6, q6, q0\n\t" \
  "vmovlt.s16 q0, q3\n\t"   \
  "vadd.i32 q7, q7, q0\n\t"
#define MULTIPLY(x)           \
  "vldrb.8 q3, [" x           \
  "], #16\n\t"                \
  "vldrb.8 q1, [r9], #16\n\t" \
  "vmullb.s8 q2, q3, q1\n\t"  \
  "vmullt.s8 q3, q3, q1\n\t"
#define ONE_TAP(x) MULTIPLY(x) ADD_SUMS
#define TWO_TAPS(x, y)        \
  MULTIPLY(x)                 \
  "vldrb.8 q0, [" y           \
  "]\n\t"                     \
  "vldrb.8 q1, [r9], #16\n\t" \
  "vmullb.s8 q0, q0, q1\n\t"  \
  "vadd.i16 q2, q2, q0\n\t"   \
  "vldrb.8 q0, [" y           \
  "], #16\n\t"                \
  "vmullt.s8 q0, q0, q1\n\t"  \
  "vadd.i16 q3, q3, q0\n\t" ADD_SUMS

/* As in dot_eight_mve.c. */
#define OUTPUTS(q)             \
  "vldrw.32 q0, [r9], #16\n\t" \
  "vqrdmulh.s32 " q ", " q     \
  ", q0\n\t"                   \
  "vldrw.32 q0, [r9], #16\n\t" \
  "vand q1, " q                \
  ", q0\n\t"                   \
  "vshr.s32 q1, q1, #31\n\t"   \
  "vadd.i32 " q ", " q         \
  ", q1\n\t"                   \
  "vrshl.s32 " q ", " q ", q0\n\t"

/* All in one, because no compiler keeps all of it in registers. On the stack: 0 y, 4 zero, 8 the job. The
 * loop over channels switches off the lanes behind the last one. */
__attribute__((naked)) void nook_nine_mve_run(nook_nine_mve* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "sub    sp, #12\n\t"
      "str    r0, [sp, #8]\n\t"
      "ldr    r1, [r0, #36]\n\t"
      "ldr    r2, [r0, #56]\n\t"
      "strd   r1, r2, [sp, #0]\n\t"
      "mov    r12, r0\n"
      "1:\n\t" /* a pixel; r12 is the job */
      "ldr    r9, [r12, #40]\n\t"
      "ldr    r10, [sp, #0]\n\t"
      "ldr    r11, [r12, #52]\n\t"
      "add    r0, r10, r11\n\t"
      "str    r0, [sp, #0]\n\t"
      "ldmia  r12, {r0, r1, r2, r3, r4, r5, r6, r7, r8}\n\t"
      "dlstp.8 lr, r11\n"
      "2:\n\t" /* sixteen channels */
      "vldrw.32 q4, [r9], #16\n\t"
      "vldrw.32 q5, [r9], #16\n\t"
      "vldrw.32 q6, [r9], #16\n\t"
      "vldrw.32 q7, [r9], #16\n\t"
      TWO_TAPS("r0", "r1") TWO_TAPS("r2", "r3") TWO_TAPS("r4", "r5") TWO_TAPS("r6", "r7") ONE_TAP("r8")
      OUTPUTS("q4") OUTPUTS("q5") OUTPUTS("q6") OUTPUTS("q7")
      "vqmovnb.s32 q4, q4\n\t"
      "vqmovnt.s32 q4, q5\n\t"
      "vqmovnb.s32 q6, q6\n\t"
      "vqmovnt.s32 q6, q7\n\t"
      "ldr    r11, [sp, #4]\n\t"
      "vqadd.s16 q4, q4, r11\n\t"
      "vqadd.s16 q6, q6, r11\n\t"
      "vqmovnb.s16 q4, q4\n\t"
      "vqmovnt.s16 q4, q6\n\t"
      "vstrb.8 q4, [r10], #16\n\t"
      "letp   lr, 2b\n\t"
      "ldr    r12, [sp, #8]\n\t"
      "ldmia  r12, {r0, r1, r2, r3, r4, r5, r6, r7, r8}\n\t"
      "ldrd   r10, r11, [r12, #44]\n\t" /* step, pixels left */
      "add    r0, r10\n\t"
      "add    r1, r10\n\t"
      "add    r2, r10\n\t"
      "add    r3, r10\n\t"
      "add    r4, r10\n\t"
      "add    r5, r10\n\t"
      "add    r6, r10\n\t"
      "add    r7, r10\n\t"
      "add    r8, r10\n\t"
      "stmia  r12, {r0, r1, r2, r3, r4, r5, r6, r7, r8}\n\t"
      "subs   r11, #1\n\t"
      "str    r11, [r12, #48]\n\t"
      "bne    1b\n\t"
      "add    sp, #12\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
