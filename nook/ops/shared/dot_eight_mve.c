#include "nook/ops/shared/dot_eight_mve.h"

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build that rounds once has the reference only. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_dot_job) == 40 ? 1 : -1];

/* Registers: r1 the inputs, r3 the stream, r5 inputs left, r7 the job, r9 y, r11 outputs left; the sums are
 * in r0 r2 r4 r6 r8 r10 r12 lr, as vmladava takes even registers only. Inputs in q0, weights in q1 and q2. */
#define TWO(vmladav, a, b)    \
  "vldrb.8 q1, [r3], #16\n\t" \
  "vldrb.8 q2, [r3], #16\n\t" vmladav " " a ", q0, q1\n\t" vmladav " " b ", q0, q2\n\t"
#define EIGHT(vmladav) \
  TWO(vmladav, "r0", "r2") TWO(vmladav, "r4", "r6") TWO(vmladav, "r8", "r10") TWO(vmladav, "r12", "lr")
/* The first inputs: there is no sum yet. */
#define FIRST_INPUTS EIGHT("vmladav.s8")
#define MORE_INPUTS  EIGHT("vmladava.s8")
#define SIXTEEN_MORE "vldrb.8 q0, [r1], #16\n\t" MORE_INPUTS

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * shift fall below. */
#define SHIFT(q)               \
  "vldrw.32 q2, [r3], #16\n\t" \
  "vand    q3, " q             \
  ", q2\n\t"                   \
  "vshr.s32 q3, q3, #31\n\t"   \
  "vadd.i32 " q ", " q         \
  ", q3\n\t"                   \
  "vrshl.s32 " q ", " q ", q2\n\t"

/* All in one, because no compiler keeps eight sums and four pointers in registers. On the stack: 0 the pixel,
 * 4 pixels left. */
__attribute__((naked)) void nook_dot_eight_mve(const nook_dot_job* job __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #12\n\t"
      "mov    r7, r0\n\t"
      "ldr    r1, [r7, #0]\n\t"
      "ldr    r9, [r7, #4]\n\t"
      "ldr    r2, [r7, #12]\n\t"
      "strd   r1, r2, [sp, #0]\n"
      "1:\n\t" /* a pixel */
      "ldr    r3, [r7, #16]\n\t"
      "ldr    r11, [r7, #20]\n"
      "2:\n\t" /* eight outputs */
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r5, [r7, #24]\n\t"
      "cmp    r5, #16\n\t"
      "blt    9f\n\t"
      "vldrb.8 q0, [r1], #16\n\t" FIRST_INPUTS
      "subs   r5, #48\n\t"
      "blt    4f\n"
      "3:\n\t" SIXTEEN_MORE SIXTEEN_MORE
      "subs   r5, #32\n\t"
      "bge    3b\n"
      "4:\n\t" /* up to 31 inputs are left, r5 + 32 */
      "adds   r5, #32\n\t"
      "beq    5f\n\t"
      "cmp    r5, #16\n\t"
      "blt    8f\n\t" SIXTEEN_MORE
      "subs   r5, #16\n\t"
      "beq    5f\n"
      "8:\n\t"
      "vctp.8 r5\n\t" /* the others read as 0 */
      "vpst\n\t"
      "vldrbt.8 q0, [r1]\n\t" MORE_INPUTS
      "5:\n\t"
      "vmov   q0[2], q0[0], r0, r4\n\t"
      "vmov   q0[3], q0[1], r2, r6\n\t"
      "vmov   q1[2], q1[0], r8, r12\n\t"
      "vmov   q1[3], q1[1], r10, lr\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vldrw.32 q3, [r3], #16\n\t"
      "vadd.i32 q0, q0, q2\n\t"
      "vadd.i32 q1, q1, q3\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vldrw.32 q3, [r3], #16\n\t"
      "vqrdmulh.s32 q0, q0, q2\n\t"
      "vqrdmulh.s32 q1, q1, q3\n\t" SHIFT("q0") SHIFT("q1")
      "ldr    r0, [r7, #8]\n\t"
      "ldrd   r2, r4, [r7, #32]\n\t"
      "vadd.i32 q0, q0, r0\n\t"
      "vadd.i32 q1, q1, r0\n\t"
      "vdup.32 q2, r2\n\t"
      "vdup.32 q3, r4\n\t"
      "vmax.s32 q0, q0, q2\n\t"
      "vmax.s32 q1, q1, q2\n\t"
      "vmin.s32 q0, q0, q3\n\t"
      "vmin.s32 q1, q1, q3\n\t"
      "mov    r0, r9\n\t"
      "subs   r11, #8\n\t"
      "blt    6f\n\t"
      "vstrb.32 q0, [r0], #4\n\t"
      "vstrb.32 q1, [r0], #4\n\t"
      "mov    r9, r0\n\t"
      "bgt    2b\n\t"
      "b      7f\n"
      "6:\n\t" /* fewer than eight */
      "add    r5, r11, #8\n\t"
      "vctp.32 r5\n\t"
      "vpst\n\t"
      "vstrbt.32 q0, [r0]\n\t"
      "add    r9, r5\n\t"
      "subs   r5, #4\n\t"
      "ble    7f\n\t"
      "sub    r2, r9, r5\n\t"
      "vctp.32 r5\n\t"
      "vpst\n\t"
      "vstrbt.32 q1, [r2]\n"
      "7:\n\t"
      "ldrd   r1, r2, [sp, #0]\n\t"
      "ldr    r4, [r7, #28]\n\t"
      "add    r1, r4\n\t"
      "subs   r2, #1\n\t"
      "strd   r1, r2, [sp, #0]\n\t"
      "bne    1b\n\t"
      "add    sp, #12\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "9:\n\t" /* fewer than sixteen inputs */
      "vctp.8 r5\n\t"
      "vpst\n\t"
      "vldrbt.8 q0, [r1]\n\t" FIRST_INPUTS
      "b      5b\n\t");
}
