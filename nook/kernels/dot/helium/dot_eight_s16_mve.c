#include "nook/kernels/dot/helium/dot_eight_s16_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/eight_outputs_mve.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* These kernels round sums of 32 bits twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_dot_s16_job) == 40 ? 1 : -1];

/* Registers: r1 the inputs, r3 the stream, r5 y, r7 the job, r9 inputs left, r11 outputs left; the sums are
 * in r0 r2 r4 r6 r8 r10 r12 lr, since vmladava accepts only even registers. Inputs in q0, weights in q1 and
 * q2, which become halfwords as they are loaded; q4 low, q5 high. Loads and multiplications alternate, as in
 * dot_eight_mve.c. */
#define NOOK_LOAD(q)          "vldrb.s16 " q ", [r3], #8\n\t"
#define NOOK_MULTIPLY(sum, q) "vmladava.s16 " sum ", q0, " q "\n\t"
#define NOOK_NEXT(sum, q)     NOOK_MULTIPLY(sum, q) NOOK_LOAD(q)
#define NOOK_FIRST_FOUR       NOOK_LOAD("q1") NOOK_LOAD("q2") NOOK_NEXT("r0", "q1") NOOK_NEXT("r2", "q2")
#define NOOK_FOUR             NOOK_FIRST_FOUR NOOK_MULTIPLY("r4", "q1") NOOK_MULTIPLY("r6", "q2")
#define NOOK_FIRST_SIX        NOOK_FIRST_FOUR NOOK_NEXT("r4", "q1") NOOK_NEXT("r6", "q2")
#define NOOK_LAST_TWO         NOOK_MULTIPLY("r12", "q1") NOOK_MULTIPLY("lr", "q2")
#define NOOK_EIGHT            NOOK_FIRST_SIX NOOK_NEXT("r8", "q1") NOOK_NEXT("r10", "q2") NOOK_LAST_TWO
#define NOOK_EIGHT_INPUTS     "vldrh.u16 q0, [r1], #16\n\t" NOOK_EIGHT

/* nook_rescale_s64() of a sum that has 32 bits: the upper half of the multiplier is in the upper half of a
 * word, so that the product's high word has all but the bits that are dropped, with their rounding. */
#define NOOK_RESCALE_64(q)     \
  "vldrw.32 q3, [r3], #16\n\t" \
  "vrshl.s32 " q ", " q ", q3\n\t"
/* nook_rescale(): products are rounded to their high word (ties up); a negative one becomes one less, so that
 * ties of the shift fall below. */
#define NOOK_RESCALE_32(q)     \
  "vldrw.32 q3, [r3], #16\n\t" \
  "vand    q2, " q             \
  ", q3\n\t"                   \
  "vshr.s32 q2, q2, #31\n\t"   \
  "vadd.i32 " q ", " q         \
  ", q2\n\t"                   \
  "vrshl.s32 " q ", " q ", q3\n\t"
#define NOOK_CLAMP(q)  \
  "vmax.s32 " q ", " q \
  ", q4\n\t"           \
  "vmin.s32 " q ", " q ", q5\n\t"

/* One piece of assembly, because no compiler keeps eight sums and four pointers in registers. On the stack: 0
 * the pixel, 4 pixels left. */
NOOK_ASSEMBLY void nook_dot_eight_s16_mve(const nook_dot_s16_job* job NOOK_IN_REGISTER) {
  __asm volatile(
      NOOK_ENTER_EIGHT_MVE
      "ldr    r2, [r7, #8]\n\t"
      "strd   r1, r2, [sp, #0]\n\t"
      "ldrd   r2, r4, [r7, #28]\n\t"
      "vdup.32 q4, r2\n\t"
      "vdup.32 q5, r4\n"
      "1:\n\t" /* a pixel */
      "ldrd   r3, r11, [r7, #12]\n\t"
      "cmp    r11, #4\n\t"
      "ble    7f\n"
      "2:\n\t" /* eight outputs */
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r9, [r7, #20]\n\t"
      "ldmia  r3!, {r0, r2, r4, r6, r8, r10, r12, lr}\n\t"
      "subs   r9, #16\n\t"
      "blt    4f\n"
      "3:\n\t" NOOK_EIGHT_INPUTS NOOK_EIGHT_INPUTS
      "subs   r9, #16\n\t"
      "bge    3b\n"
      "4:\n\t" /* up to 15 inputs are left, r9 + 16 */
      "adds   r9, #16\n\t"
      "beq    5f\n\t"
      "cmp    r9, #8\n\t"
      "blt    8f\n\t" NOOK_EIGHT_INPUTS
      "subs   r9, #8\n\t"
      "beq    5f\n"
      "8:\n\t"
      "vctp.16 r9\n\t" /* the others read as 0 */
      "vpst\n\t"
      "vldrht.u16 q0, [r1]\n\t" NOOK_EIGHT
      "5:\n\t" NOOK_EIGHT_SUMS_MVE
      "ldr    r0, [r7, #36]\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "vldrw.32 q3, [r3], #16\n\t"
      "cmp    r0, #0\n\t"
      "bne    9f\n\t"
      "vmulh.s32 q0, q0, q2\n\t"
      "vmulh.s32 q1, q1, q3\n\t" NOOK_RESCALE_64("q0") NOOK_RESCALE_64("q1")
      "8:\n\t" NOOK_CLAMP("q0") NOOK_CLAMP("q1")
      "vstrh.32 q0, [r5], #8\n\t"
      "subs   r11, #8\n\t"
      "blt    6f\n\t"
      "vstrh.32 q1, [r5], #8\n\t"
      "beq    3f\n\t"
      "cmp    r11, #4\n\t"
      "bgt    2b\n"
      "7:\n\t" /* up to four outputs */
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r9, [r7, #20]\n\t"
      "ldmia  r3!, {r0, r2, r4, r6}\n"
      "4:\n\t"
      "vctp.16 r9\n\t"
      "vpst\n\t"
      "vldrht.u16 q0, [r1], #16\n\t" NOOK_FOUR
      "subs   r9, #8\n\t"
      "bgt    4b\n\t"
      "vmov   q1[2], q1[0], r0, r4\n\t"
      "vmov   q1[3], q1[1], r2, r6\n\t"
      "ldr    r0, [r7, #36]\n\t"
      "vldrw.32 q2, [r3], #16\n\t"
      "cmp    r0, #0\n\t"
      "bne    5f\n\t"
      "vmulh.s32 q1, q1, q2\n\t" NOOK_RESCALE_64("q1")
      "4:\n\t" NOOK_CLAMP("q1")
      "sub    r11, #4\n"
      "6:\n\t" /* the last ones in q1, r11 + 4 */
      "add    r11, #4\n\t"
      "vctp.32 r11\n\t"
      "vpst\n\t"
      "vstrht.32 q1, [r5]\n\t"
      "add    r5, r5, r11, lsl #1\n"
      "3:\n\t" NOOK_NEXT_PIXEL_MVE(24)
      "9:\n\t"
      "vqrdmulh.s32 q0, q0, q2\n\t"
      "vqrdmulh.s32 q1, q1, q3\n\t" NOOK_RESCALE_32("q0") NOOK_RESCALE_32("q1")
      "b      8b\n"
      "5:\n\t"
      "vqrdmulh.s32 q1, q1, q2\n\t" NOOK_RESCALE_32("q1")
      "b      4b\n\t");
}
