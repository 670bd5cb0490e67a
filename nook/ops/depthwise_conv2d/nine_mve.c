#include "nook/ops/depthwise_conv2d/nine_mve.h"

#include "nook/core/fixed_point.h"

/* This kernel rounds twice; a build that rounds once has the reference only. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_nine_mve) == 120 ? 1 : -1];

/* Registers: r1 and r5 y of the two pixels, r3 the stream, r7 1, r9 channels left, r11 zero; sums of the
 * first in r0 r2 r4 r6 and of the second in r8 r10 r12 lr, as vmladav writes even registers only. q3 next,
 * q4 and q5 where the words of the two pixels are, less 4 bytes, q6 low, q7 high. */

/* Weights of a channel, behind which are those of the next: they meet the zeros. */
#define ONE_WINDOW(sum)         \
  "vldrb.8 q0, [r3], #12\n\t"   \
  "vldrw.u32 q1, [q4, #4]!\n\t" \
  "vmladav.s8 " sum ", q0, q1\n\t"
#define TWO_WINDOWS(first, second) \
  ONE_WINDOW(first)                \
  "vldrw.u32 q2, [q5, #4]!\n\t"    \
  "vmladav.s8 " second ", q0, q2\n\t"

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * second rounding fall below. */
#define MINUS_ONE_IF_NEGATIVE(q) "vqdmlah.s32 " q ", " q ", r7\n\t"
#define CLAMP(q)       \
  "vmax.s32 " q ", " q \
  ", q6\n\t"           \
  "vmin.s32 " q ", " q ", q7\n\t"

/* All in one, because no compiler keeps all of it in registers. On the stack: 0 pixels left, 4 from
 * behind the last whole four channels to the pixel after the next, 8 the job. */
__attribute__((naked)) void nook_nine_mve_run(nook_nine_mve* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "sub    sp, #12\n\t"
      "str    r0, [sp, #8]\n\t"
      "ldrd   r2, r3, [r0, #76]\n\t"
      "ldr    r1, [r0, #68]\n\t"
      "str    r1, [sp, #4]\n\t"
      "vldrw.32 q3, [r0, #32]\n\t"
      "vdup.32 q6, r2\n\t"
      "vdup.32 q7, r3\n"
      "7:\n\t" /* a tile; r0 is the job */
      "add    r1, r0, #88\n\t"
      "ldmia  r1, {r2, r3, r4, r5, r6, r7, r8, lr}\n\t"
      "ldr    r9, [r0, #56]\n\t"
      "vctp.8 r9\n\t"
      "wls    lr, lr, 9f\n"
      "8:\n\t" /* a column: three bytes of each channel and any other become a word */
      "vpsttt\n\t"
      "vldrbt.8 q0, [r2]\n\t"
      "vldrbt.8 q1, [r3]\n\t"
      "vldrbt.8 q2, [r4]\n\t"
      "add    r2, r5\n\t"
      "add    r3, r6\n\t"
      "add    r4, r7\n\t"
      "vst40.8 {q0, q1, q2, q3}, [r8]\n\t"
      "vst41.8 {q0, q1, q2, q3}, [r8]\n\t"
      "vst42.8 {q0, q1, q2, q3}, [r8]\n\t"
      "vst43.8 {q0, q1, q2, q3}, [r8]!\n\t"
      "le     lr, 8b\n"
      "9:\n\t"
      "ldmia  r1, {r2, r3, r4}\n\t"
      "add    r2, r9\n\t"
      "add    r3, r9\n\t"
      "add    r4, r9\n\t"
      "stmia  r1, {r2, r3, r4}\n\t"
      "mov    r7, #1\n\t"
      "ldr    r11, [r0, #72]\n\t"
      "ldrd   r4, r6, [r0, #60]\n\t"
      "ldr    r1, [r0, #48]\n\t"
      "add    r2, r1, r9\n\t"
      "str    r2, [r0, #48]\n\t"
      "add    r5, r1, r6\n\t"
      "vldrw.32 q4, [r0]\n\t"
      "vldrw.32 q5, [r0, #16]\n\t"
      "subs   r4, #2\n\t"
      "blt    4f\n"
      "1:\n\t" /* two pixels; r0 is the job */
      "str    r4, [sp, #0]\n\t"
      "ldrd   r3, r9, [r0, #52]\n"
      "2:\n\t" /* four channels */
      TWO_WINDOWS("r0", "r8") TWO_WINDOWS("r2", "r10") TWO_WINDOWS("r4", "r12") TWO_WINDOWS("r6", "lr")
      "vldrw.32 q2, [r3], #16\n\t"
      "vmov   q0[2], q0[0], r0, r4\n\t"
      "vmov   q0[3], q0[1], r2, r6\n\t"
      "vmov   q1[2], q1[0], r8, r12\n\t"
      "vmov   q1[3], q1[1], r10, lr\n\t"
      "vadd.i32 q0, q0, q2\n\t"
      "vadd.i32 q1, q1, q2\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vqrdmulh.s32 q0, q0, q2\n\t"
      "vqrdmulh.s32 q1, q1, q2\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      MINUS_ONE_IF_NEGATIVE("q0")
      MINUS_ONE_IF_NEGATIVE("q1")
      "vqrdmlash.s32 q0, q2, r11\n\t"
      "vqrdmlash.s32 q1, q2, r11\n\t"
      CLAMP("q0")
      CLAMP("q1")
      "subs   r9, #4\n\t"
      "blt    5f\n\t"
      "vstrb.32 q0, [r1], #4\n\t"
      "vstrb.32 q1, [r5], #4\n\t"
      "bgt    2b\n"
      "3:\n\t"
      "ldr    r0, [sp, #8]\n\t"
      "ldrd   r4, r6, [sp, #0]\n\t"
      "vadd.i32 q4, q4, q3\n\t"
      "vadd.i32 q5, q5, q3\n\t"
      "add    r1, r6\n\t"
      "add    r5, r6\n\t"
      "subs   r4, #2\n\t"
      "bge    1b\n"
      "4:\n\t"
      "adds   r4, #1\n\t"
      "beq    6f\n"
      "4:\n\t" /* the next tile */
      "str    r3, [r0, #52]\n\t"
      "ldr    r2, [r0, #84]\n\t"
      "subs   r2, #1\n\t"
      "str    r2, [r0, #84]\n\t"
      "bne    7b\n\t"
      "add    sp, #12\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "5:\n\t" /* fewer than four channels */
      "add    r9, #4\n\t"
      "vctp.32 r9\n\t"
      "vpstt\n\t"
      "vstrbt.32 q0, [r1]\n\t"
      "vstrbt.32 q1, [r5]\n\t"
      "b      3b\n"
      "6:\n\t" /* one pixel */
      "ldrd   r3, r9, [r0, #52]\n"
      "6:\n\t" /* four of its channels */
      ONE_WINDOW("r0") ONE_WINDOW("r2") ONE_WINDOW("r4") ONE_WINDOW("r6")
      "vldrw.32 q2, [r3], #16\n\t"
      "vmov   q0[2], q0[0], r0, r4\n\t"
      "vmov   q0[3], q0[1], r2, r6\n\t"
      "vadd.i32 q0, q0, q2\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vqrdmulh.s32 q0, q0, q2\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      MINUS_ONE_IF_NEGATIVE("q0")
      "vqrdmlash.s32 q0, q2, r11\n\t"
      CLAMP("q0")
      "subs   r9, #4\n\t"
      "blt    7f\n\t"
      "vstrb.32 q0, [r1], #4\n\t"
      "bgt    6b\n"
      "3:\n\t"
      "ldr    r0, [sp, #8]\n\t"
      "b      4b\n"
      "7:\n\t"
      "add    r9, #4\n\t"
      "vctp.32 r9\n\t"
      "vpst\n\t"
      "vstrbt.32 q0, [r1]\n\t"
      "b      3b\n\t");
}
