#include "nook/kernels/dot/helium/dot_eight_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/eight_outputs_mve.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* These kernels round twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_dot_job) == 40 ? 1 : -1];

/* Registers: r1 the inputs, r3 the stream, r5 y, r7 the job, r9 inputs left, r11 outputs left; the sums are
 * in r0 r2 r4 r6 r8 r10 r12 lr, since vmladava accepts only even registers. Inputs in q0, weights in q1 and
 * q2; q4 low, q5 high. */
#define NOOK_LOAD(q)                   "vldrb.8 " q ", [r3], #16\n\t"
#define NOOK_MULTIPLY(vmladav, sum, q) vmladav " " sum ", q0, " q "\n\t"
/* A load and a multiplication use different units for two cycles each, so that they overlap if they
 * alternate; nothing is multiplied that the previous instruction has loaded. */
#define NOOK_NEXT(vmladav, sum, q) NOOK_MULTIPLY(vmladav, sum, q) NOOK_LOAD(q)
#define NOOK_FIRST_FOUR(vmladav) \
  NOOK_LOAD("q1") NOOK_LOAD("q2") NOOK_NEXT(vmladav, "r0", "q1") NOOK_NEXT(vmladav, "r2", "q2")
#define NOOK_FOUR(vmladav) \
  NOOK_FIRST_FOUR(vmladav) NOOK_MULTIPLY(vmladav, "r4", "q1") NOOK_MULTIPLY(vmladav, "r6", "q2")
#define NOOK_FIRST_SIX(vmladav) \
  NOOK_FIRST_FOUR(vmladav) NOOK_NEXT(vmladav, "r4", "q1") NOOK_NEXT(vmladav, "r6", "q2")
#define NOOK_LAST_TWO(vmladav) NOOK_MULTIPLY(vmladav, "r12", "q1") NOOK_MULTIPLY(vmladav, "lr", "q2")
#define NOOK_EIGHT(vmladav) \
  NOOK_FIRST_SIX(vmladav)   \
  NOOK_NEXT(vmladav, "r8", "q1") NOOK_NEXT(vmladav, "r10", "q2") NOOK_LAST_TWO(vmladav)
/* The first inputs: there is no sum yet. */
#define NOOK_FIRST_INPUTS NOOK_EIGHT("vmladav.s8")
#define NOOK_MORE_INPUTS  NOOK_EIGHT("vmladava.s8")
#define NOOK_SIXTEEN_MORE "vldrb.8 q0, [r1], #16\n\t" NOOK_MORE_INPUTS

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * shift fall below. */
#define NOOK_SHIFT(q)          \
  "vldrw.32 q2, [r3], #16\n\t" \
  "vand    q3, " q             \
  ", q2\n\t"                   \
  "vshr.s32 q3, q3, #31\n\t"   \
  "vadd.i32 " q ", " q         \
  ", q3\n\t"                   \
  "vrshl.s32 " q ", " q ", q2\n\t"
#define NOOK_CLAMP(q)  \
  "vmax.s32 " q ", " q \
  ", q4\n\t"           \
  "vmin.s32 " q ", " q ", q5\n\t"

/* One piece of assembly, because no compiler keeps eight sums and four pointers in registers. On the stack: 0
 * the pixel, 4 pixels left. */
NOOK_ASSEMBLY void nook_dot_eight_mve(const nook_dot_job* job NOOK_IN_REGISTER) {
  __asm volatile(
      NOOK_ENTER_EIGHT_MVE
      "ldr    r2, [r7, #12]\n\t"
      "strd   r1, r2, [sp, #0]\n\t"
      "ldrd   r2, r4, [r7, #32]\n\t"
      "vdup.32 q4, r2\n\t"
      "vdup.32 q5, r4\n"
      "1:\n\t" /* a pixel */
      "ldrd   r3, r11, [r7, #16]\n\t"
      "cmp    r11, #4\n\t"
      "ble    7f\n"
      "2:\n\t" /* eight outputs */
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r9, [r7, #24]\n\t"
      "cmp    r9, #16\n\t"
      "blt    9f\n\t"
      "vldrb.8 q0, [r1], #16\n\t" NOOK_FIRST_INPUTS
      "subs   r9, #48\n\t"
      "blt    4f\n"
      "3:\n\t" NOOK_SIXTEEN_MORE NOOK_SIXTEEN_MORE
      "subs   r9, #32\n\t"
      "bge    3b\n"
      "4:\n\t" /* up to 31 inputs are left, r9 + 32 */
      "adds   r9, #32\n\t"
      "beq    5f\n\t"
      "cmp    r9, #16\n\t"
      "blt    8f\n\t" NOOK_SIXTEEN_MORE
      "subs   r9, #16\n\t"
      "beq    5f\n"
      "8:\n\t"
      "vctp.8 r9\n\t" /* the others read as 0 */
      "vpst\n\t"
      "vldrbt.8 q0, [r1]\n\t" NOOK_MORE_INPUTS
      "5:\n\t" NOOK_EIGHT_SUMS_MVE
      "vldrw.32 q2, [r3], #16\n\t"
      "vldrw.32 q3, [r3], #16\n\t"
      "vadd.i32 q0, q0, q2\n\t"
      "vadd.i32 q1, q1, q3\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vldrw.32 q3, [r3], #16\n\t"
      "vqrdmulh.s32 q0, q0, q2\n\t"
      "vqrdmulh.s32 q1, q1, q3\n\t" NOOK_SHIFT("q0") NOOK_SHIFT("q1")
      "ldr    r0, [r7, #8]\n\t"
      "vadd.i32 q0, q0, r0\n\t"
      "vadd.i32 q1, q1, r0\n\t" NOOK_CLAMP("q0") NOOK_CLAMP("q1")
      "vstrb.32 q0, [r5], #4\n\t"
      "subs   r11, #8\n\t"
      "blt    6f\n\t"
      "vstrb.32 q1, [r5], #4\n\t"
      "beq    3f\n\t"
      "cmp    r11, #4\n\t"
      "bgt    2b\n"
      "7:\n\t" /* up to four outputs, sixteen inputs at a time */
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r9, [r7, #24]\n\t"
      "movs   r0, #0\n\t"
      "movs   r2, #0\n\t"
      "movs   r4, #0\n\t"
      "movs   r6, #0\n"
      "4:\n\t"
      "vctp.8 r9\n\t"
      "vpst\n\t"
      "vldrbt.8 q0, [r1], #16\n\t" NOOK_FOUR("vmladava.s8")
      "subs   r9, #16\n\t"
      "bgt    4b\n\t"
      "vmov   q1[2], q1[0], r0, r4\n\t"
      "vmov   q1[3], q1[1], r2, r6\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vadd.i32 q1, q1, q2\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vqrdmulh.s32 q1, q1, q2\n\t" NOOK_SHIFT("q1")
      "ldr    r0, [r7, #8]\n\t"
      "vadd.i32 q1, q1, r0\n\t" NOOK_CLAMP("q1")
      "sub    r11, #4\n"
      "6:\n\t" /* the last ones in q1, r11 + 4 */
      "add    r11, #4\n\t"
      "vctp.32 r11\n\t"
      "vpst\n\t"
      "vstrbt.32 q1, [r5]\n\t"
      "add    r5, r11\n"
      "3:\n\t" NOOK_NEXT_PIXEL_MVE(28)
      "9:\n\t" /* fewer than sixteen inputs */
      "vctp.8 r9\n\t"
      "vpst\n\t"
      "vldrbt.8 q0, [r1]\n\t" NOOK_FIRST_INPUTS
      "b      5b\n\t");
}
