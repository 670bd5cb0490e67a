/* Fully connected layers with one scale for all outputs, on cores with Helium: the kernel
 * nook_fully_connected_s8_mve_one_scale.
 *
 * The stream: the multiplier and the power 2^(31 + shift) of all outputs. Then for each eight outputs, and
 * each four or fewer behind the last eight: their biases, with the zero point of the input folded in, and
 * the weights of sixteen inputs at a time, 16 bytes an output, with zeros after the last. */
#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/in_registers.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* This kernel rounds twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_fully_connected_s8) == 40 ? 1 : -1];

/* Registers: r1 the inputs, r3 the stream, r5 y, r7 inputs left, r9 outputs left, r11 the multiplier; the
 * sums are in r0 r2 r4 r6 r8 r10 r12 lr, since vmladava accepts only even registers. Inputs in q0, weights in
 * q1 and q2; q4 low, q5 high, q6 the power, q7 all inputs where they are few. On the stack, in the order of
 * registers so that one push puts all there: 0 rows left, 4 where the inputs of a row begin, 8 their number,
 * 12 the first eight of the stream, 16 the number of outputs, 20 zero, 24 the constant 1. */

/* Loads and multiplications take turns, so that they overlap. */
#define NOOK_LOAD(q)             "vldrb.8 " q ", [r3], #16\n\t"
#define NOOK_MULTIPLY(x, sum, q) "vmladava.s8 " sum ", " x ", " q "\n\t"
#define NOOK_NEXT(x, sum, q)     NOOK_MULTIPLY(x, sum, q) NOOK_LOAD(q)
#define NOOK_BOTH_LOADED         NOOK_LOAD("q1") NOOK_LOAD("q2")
#define NOOK_FIRST_FOUR(x)       NOOK_BOTH_LOADED NOOK_NEXT(x, "r0", "q1") NOOK_NEXT(x, "r2", "q2")
#define NOOK_FOUR(x)             NOOK_FIRST_FOUR(x) NOOK_MULTIPLY(x, "r4", "q1") NOOK_MULTIPLY(x, "r6", "q2")
#define NOOK_FIRST_SIX(x)        NOOK_FIRST_FOUR(x) NOOK_NEXT(x, "r4", "q1") NOOK_NEXT(x, "r6", "q2")
#define NOOK_LAST_TWO(x)         NOOK_MULTIPLY(x, "r12", "q1") NOOK_MULTIPLY(x, "lr", "q2")
#define NOOK_LAST_FOUR(x)        NOOK_NEXT(x, "r8", "q1") NOOK_NEXT(x, "r10", "q2") NOOK_LAST_TWO(x)
#define NOOK_EIGHT(x)            NOOK_FIRST_SIX(x) NOOK_LAST_FOUR(x)
#define NOOK_SIXTEEN_MORE        "vldrb.8 q0, [r1], #16\n\t" NOOK_EIGHT("q0")

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * second rounding fall below. r8 is zero, r10 the constant 1. */
#define NOOK_RESCALE(q)    \
  "vqrdmulh.s32 " q ", " q \
  ", r11\n\t"              \
  "vqdmlah.s32 " q ", " q  \
  ", r10\n\t"              \
  "vqrdmlash.s32 " q ", q6, r8\n\t"
#define NOOK_CLAMP          \
  "vmax.s16 q0, q0, q4\n\t" \
  "vmin.s16 q0, q0, q5\n\t"
/* Outputs with even numbers in q0, those with odd ones in q1, so that one halfword each is in order. */
#define NOOK_STORE_EIGHT \
  "vmov   q0[2], q0[0], r0, r8\n\t"  \
  "vmov   q0[3], q0[1], r4, r12\n\t" \
  "vmov   q1[2], q1[0], r2, r10\n\t" \
  "vmov   q1[3], q1[1], r6, lr\n\t"  \
  "ldrd   r8, r10, [sp, #20]\n\t" NOOK_RESCALE("q0") NOOK_RESCALE("q1") \
  "vqmovnb.s32 q0, q0\n\t"           \
  "vqmovnt.s32 q0, q1\n\t" NOOK_CLAMP     \
  "vstrb.16 q0, [r5], #8\n\t"
#define NOOK_BIASES_OF_EIGHT "ldmia  r3!, {r0, r2, r4, r6, r8, r10, r12, lr}\n\t"

/* One piece of assembly, because no compiler keeps eight sums and their pointers in registers; and without a
 * job, as small layers take fewer instructions than it would. */
NOOK_ASSEMBLY void nook_fully_connected_s8_mve_one_scale(NOOK_FULLY_CONNECTED_S8_IN_REGISTERS) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "ldr    r5, [sp, #100]\n\t"
      "mov    r3, r2\n\t"
      "ldmia  r0, {r0, r2, r4, r6, r8, r10, r12}\n\t" /* batch in out in_zero out_zero act_min act_max */
      "vdup.16 q4, r10\n\t"
      "vdup.16 q5, r12\n\t"
      "ldmia  r3!, {r11, r12}\n\t"
      "vdup.32 q6, r12\n\t"
      "mov    r10, #1\n\t"
      "push   {r0, r1, r2, r3, r4, r8, r10}\n"
      "1:\n\t" /* a row of r2 inputs and r4 outputs */
      "subs   r9, r4, #8\n\t"
      "blt    6f\n\t"
      "cmp    r2, #16\n\t"
      "ble    5f\n"
      "2:\n\t" /* eight outputs */
      "ldrd   r1, r7, [sp, #4]\n\t" NOOK_BIASES_OF_EIGHT
      "subs   r7, #32\n\t"
      "blt    4f\n"
      "3:\n\t" NOOK_SIXTEEN_MORE NOOK_SIXTEEN_MORE
      "subs   r7, #32\n\t"
      "bge    3b\n"
      "4:\n\t" /* up to 31 inputs are left, r7 + 32 */
      "adds   r7, #32\n\t"
      "beq    4f\n\t"
      "cmp    r7, #16\n\t"
      "blt    3f\n\t" NOOK_SIXTEEN_MORE
      "subs   r7, #16\n\t"
      "beq    4f\n"
      "3:\n\t"
      "vctp.8 r7\n\t" /* the others read as 0 */
      "vpst\n\t"
      "vldrbt.8 q0, [r1]\n\t" NOOK_EIGHT("q0")
      "4:\n\t" NOOK_STORE_EIGHT
      "subs   r9, #8\n\t"
      "bge    2b\n"
      "6:\n\t"
      "adds   r9, #8\n\t"
      "beq    8f\n"
      "7:\n\t" /* up to four outputs */
      "ldrd   r1, r7, [sp, #4]\n\t"
      "ldmia  r3!, {r0, r2, r4, r6}\n\t"
      "wlstp.8 lr, r7, 3f\n"
      "2:\n\t"
      "vldrb.8 q0, [r1], #16\n\t" NOOK_FOUR("q0")
      "letp   lr, 2b\n"
      "3:\n\t"
      "vmov   q0[2], q0[0], r0, r4\n\t"
      "vmov   q0[3], q0[1], r2, r6\n\t"
      "ldrd   r8, r10, [sp, #20]\n\t" NOOK_RESCALE("q0")
      "vqmovnb.s32 q0, q0\n\t" NOOK_CLAMP
      "vctp.32 r9\n\t"
      "vpst\n\t"
      "vstrbt.32 q0, [r5], #4\n\t"
      "subs   r9, #4\n\t"
      "bgt    7b\n\t"
      "add    r5, r9\n"
      "8:\n\t"
      "ldr    r0, [sp, #0]\n\t"
      "subs   r0, #1\n\t"
      "bne    9f\n\t"
      "add    sp, #28\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "9:\n\t"
      "ldrd   r1, r2, [sp, #4]\n\t"
      "ldrd   r3, r4, [sp, #12]\n\t"
      "add    r1, r2\n\t"
      "strd   r0, r1, [sp, #0]\n\t"
      "b      1b\n"
      "5:\n\t" /* up to sixteen inputs are read once */
      "vctp.8 r2\n\t"
      "vpst\n\t"
      "vldrbt.8 q7, [r1]\n"
      "2:\n\t" NOOK_BIASES_OF_EIGHT NOOK_EIGHT("q7") NOOK_STORE_EIGHT
      "subs   r9, #8\n\t"
      "bge    2b\n\t"
      "b      6b\n\t");
}
