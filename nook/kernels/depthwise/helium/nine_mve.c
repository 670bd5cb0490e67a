#include "nook/kernels/depthwise/helium/nine_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/assembly.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* This kernel rounds twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_nine_mve) == 152 ? 1 : -1];

/* Registers: r1 and r5 y of the two pixels, r3 the stream, r7 1, r9 the job, r11 zero, r12 pixels left, lr
 * counts; sums in r0 r2 r4 r6 r8 r10, since vmladav writes only even registers. q0 and q1 four sums of each
 * pixel, q2 weights and what else the stream has, q3 a window, q4 and q5 where the words of the two pixels
 * are, less 4 bytes, q6 low, q7 high. */

/* Weights of a channel; those of the next follow and meet the zeros. */
#define NOOK_ONE_WINDOW(sum)    \
  "vldrb.8 q2, [r3], #12\n\t"   \
  "vldrw.u32 q3, [q4, #4]!\n\t" \
  "vmladav.s8 " sum ", q2, q3\n\t"
#define NOOK_TWO_WINDOWS(first, second) \
  NOOK_ONE_WINDOW(first)                \
  "vldrw.u32 q3, [q5, #4]!\n\t"         \
  "vmladav.s8 " second ", q2, q3\n\t"

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * second rounding fall below. */
#define NOOK_MINUS_ONE_IF_NEGATIVE(q) "vqdmlah.s32 " q ", " q ", r7\n\t"
#define NOOK_ANY_WAY(q)
#define NOOK_CLAMP(q)  \
  "vmax.s32 " q ", " q \
  ", q6\n\t"           \
  "vmin.s32 " q ", " q ", q7\n\t"

/* Four channels of two pixels, in q0 and q1. The sums of the last reuse the registers of the first. */
#define NOOK_FOUR_OF_TWO(ties) \
  NOOK_TWO_WINDOWS("r0", "r2") NOOK_TWO_WINDOWS("r4", "r6") NOOK_TWO_WINDOWS("r8", "r10") \
  "vmov   q0[2], q0[0], r0, r8\n\t"                                        \
  "vmov   q1[2], q1[0], r2, r10\n\t" NOOK_TWO_WINDOWS("r0", "r2")               \
  "vmov   q0[3], q0[1], r4, r0\n\t"                                        \
  "vmov   q1[3], q1[1], r6, r2\n\t"                                        \
  "vldrw.32 q2, [r3], #16\n\t"                                             \
  "vadd.i32 q0, q0, q2\n\t"                                                \
  "vadd.i32 q1, q1, q2\n\t"                                                \
  "vldrw.32 q2, [r3], #16\n\t"                                             \
  "vqrdmulh.s32 q0, q0, q2\n\t"                                            \
  "vqrdmulh.s32 q1, q1, q2\n\t"                                            \
  "vldrw.32 q2, [r3], #16\n\t" ties("q0") ties("q1")                       \
  "vqrdmlash.s32 q0, q2, r11\n\t"                                          \
  "vqrdmlash.s32 q1, q2, r11\n\t" NOOK_CLAMP("q0") NOOK_CLAMP("q1")
/* Of one pixel, in q0. */
#define NOOK_FOUR_OF_ONE \
  NOOK_ONE_WINDOW("r0") NOOK_ONE_WINDOW("r2") NOOK_ONE_WINDOW("r4") NOOK_ONE_WINDOW("r6") \
  "vmov   q0[2], q0[0], r0, r4\n\t"                                   \
  "vmov   q0[3], q0[1], r2, r6\n\t"                                   \
  "vldrw.32 q2, [r3], #16\n\t"                                        \
  "vadd.i32 q0, q0, q2\n\t"                                           \
  "vldrw.32 q2, [r3], #16\n\t"                                        \
  "vqrdmulh.s32 q0, q0, q2\n\t"                                       \
  "vldrw.32 q2, [r3], #16\n\t" NOOK_MINUS_ONE_IF_NEGATIVE("q0")            \
  "vqrdmlash.s32 q0, q2, r11\n\t" NOOK_CLAMP("q0")

/* The rest of the work for a column whose rows are in q0 to q2: three bytes of each channel and an arbitrary
 * one become a word. */
#define NOOK_PUT_WORDS                  \
  "vst40.8 {q0, q1, q2, q3}, [r10]\n\t" \
  "vst41.8 {q0, q1, q2, q3}, [r10]\n\t" \
  "vst42.8 {q0, q1, q2, q3}, [r10]\n\t" \
  "vst43.8 {q0, q1, q2, q3}, [r10]!\n\t"
#define NOOK_STEP     \
  "add    r2, r5\n\t" \
  "add    r3, r6\n\t" \
  "add    r4, r8\n\t"
#define NOOK_ROWS        \
  "vldrb.8 q0, [r2]\n\t" \
  "vldrb.8 q1, [r3]\n\t" \
  "vldrb.8 q2, [r4]\n\t"
#define NOOK_ROWS_THERE   \
  "vpsttt\n\t"            \
  "vldrbt.8 q0, [r2]\n\t" \
  "vldrbt.8 q1, [r3]\n\t" \
  "vldrbt.8 q2, [r4]\n\t"

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack: where the first
 * column of each row is. */
NOOK_ASSEMBLY void nook_nine_mve_run(nook_nine_mve* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "sub    sp, #12\n\t"
      "mov    r9, r0\n\t"
      "ldrd   r2, r3, [r9, #64]\n\t"
      "ldrd   r7, r11, [r9, #72]\n\t"
      "vdup.32 q6, r2\n\t"
      "vdup.32 q7, r3\n\t"
      "add    r1, r9, #100\n\t"
      "ldmia  r1, {r0, r2, r3, r4, r5, r6, r8, r10, r12, lr}\n\t"
      "mla    r2, r5, r0, r2\n\t"
      "mla    r3, r6, r0, r3\n\t"
      "mla    r4, r8, r0, r4\n\t"
      "ldrd   r1, r0, [r9, #92]\n\t"
      "cbnz   r1, 4f\n\t"
      "stmia  sp, {r2, r3, r4}\n"
      "0:\n\t" /* a tile; r0 its channels, if they are few */
      "cbnz   r0, 3f\n\t"
      "wls    lr, lr, 9f\n"
      "2:\n\t" NOOK_ROWS NOOK_STEP NOOK_PUT_WORDS
      "le     lr, 2b\n\t"
      "b      9f\n"
      "3:\n\t"
      "vctp.8 r0\n\t"
      "wls    lr, lr, 9f\n"
      "2:\n\t" NOOK_ROWS_THERE NOOK_STEP NOOK_PUT_WORDS
      "le     lr, 2b\n\t"
      "b      9f\n"
      "4:\n\t" /* a run of bytes */
      "mul    r0, r1, lr\n\t"
      "and    r1, r5, r6\n\t"
      "ands   r1, r8\n\t"
      "and    r1, r0, #15\n\t"
      "lsr    lr, r0, #4\n\t"
      "beq    5f\n\t"
      "wls    lr, lr, 6f\n"
      "2:\n\t"
      "vldrb.8 q0, [r2], #16\n\t"
      "vldrb.8 q1, [r3], #16\n\t"
      "vldrb.8 q2, [r4], #16\n\t" NOOK_PUT_WORDS
      "le     lr, 2b\n\t"
      "b      6f\n"
      "5:\n\t" /* with rows of padding */
      "movs   r0, #16\n\t"
      "cmp    r5, #0\n\t"
      "csel   r5, r0, r5, ne\n\t"
      "cmp    r6, #0\n\t"
      "csel   r6, r0, r6, ne\n\t"
      "cmp    r8, #0\n\t"
      "csel   r8, r0, r8, ne\n\t"
      "wls    lr, lr, 6f\n"
      "2:\n\t" NOOK_ROWS NOOK_STEP NOOK_PUT_WORDS
      "le     lr, 2b\n"
      "6:\n\t"
      "cbz    r1, 9f\n\t"
      "vctp.8 r1\n\t" NOOK_ROWS_THERE NOOK_PUT_WORDS
      "9:\n\t"
      "add    r1, r9, #140\n\t"
      "ldmia  r1, {r2, r3, r4}\n\t"
      "cmp    r2, r3\n\t"
      "blo    5f\n"
      "9:\n\t"
      "ldrd   r5, r1, [r9, #80]\n\t"
      "vldrw.32 q4, [r9]\n\t"
      "vldrw.32 q5, [r9, #16]\n\t"
      "add    r5, r1\n\t"
      "ldrd   r4, r6, [r9, #48]\n\t"
      "subs   r12, #2\n\t"
      "blt    3f\n\t"
      "orrs   r0, r6, r7\n\t"
      "bne    6f\n\t"
      "mov    r7, r4\n" /* y_on; 0 again below */
      "1:\n\t" /* two pixels, whole fours, whatever the rounding of ties */
      "ldrd   lr, r3, [r9, #56]\n"
      "2:\n\t" NOOK_FOUR_OF_TWO(NOOK_ANY_WAY)
      "vstrb.32 q0, [r1], #4\n\t"
      "vstrb.32 q1, [r5], #4\n\t"
      "le     lr, 2b\n\t"
      "vldrw.32 q3, [r9, #32]\n\t"
      "vadd.i32 q4, q4, q3\n\t"
      "vadd.i32 q5, q5, q3\n\t"
      "add    r1, r7\n\t"
      "add    r5, r7\n\t"
      "subs   r12, #2\n\t"
      "bge    1b\n\t"
      "movs   r7, #0\n"
      "3:\n\t"
      "adds   r12, #1\n\t"
      "beq    8f\n"
      "4:\n\t"
      "ldr    r2, [r9, #88]\n\t"
      "subs   r2, #1\n\t"
      "bne    7f\n\t"
      "add    sp, #12\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "5:\n\t" /* padding */
      "vdup.8 q0, r4\n\t"
      "sub    r3, r2\n\t"
      "dlstp.8 lr, r3\n"
      "2:\n\t"
      "vstrb.8 q0, [r2], #16\n\t"
      "letp   lr, 2b\n\t"
      "b      9b\n"
      "6:\n\t" /* two pixels */
      "ldrd   r4, r3, [r9, #56]\n\t"
      "wls    lr, r4, 3f\n"
      "2:\n\t" NOOK_FOUR_OF_TWO(NOOK_MINUS_ONE_IF_NEGATIVE)
      "vstrb.32 q0, [r1], #4\n\t"
      "vstrb.32 q1, [r5], #4\n\t"
      "le     lr, 2b\n"
      "3:\n\t"
      "ldrd   r4, r6, [r9, #48]\n\t"
      "cmp    r6, #0\n\t"
      "beq    3f\n\t" /* fewer than four channels of them */
      "vctp.32 r6\n\t" NOOK_FOUR_OF_TWO(NOOK_MINUS_ONE_IF_NEGATIVE)
      "vpstt\n\t"
      "vstrbt.32 q0, [r1]\n\t"
      "vstrbt.32 q1, [r5]\n\t"
      "ldr    r4, [r9, #48]\n"
      "3:\n\t"
      "vldrw.32 q3, [r9, #32]\n\t"
      "vadd.i32 q4, q4, q3\n\t"
      "vadd.i32 q5, q5, q3\n\t"
      "add    r1, r4\n\t"
      "add    r5, r4\n\t"
      "subs   r12, #2\n\t"
      "bge    6b\n\t"
      "adds   r12, #1\n\t"
      "bne    4b\n"
      "8:\n\t" /* one pixel */
      "ldrd   r4, r3, [r9, #56]\n\t"
      "wls    lr, r4, 3f\n"
      "2:\n\t" NOOK_FOUR_OF_ONE
      "vstrb.32 q0, [r1], #4\n\t"
      "le     lr, 2b\n"
      "3:\n\t"
      "ldr    r6, [r9, #52]\n\t"
      "cmp    r6, #0\n\t"
      "beq    4b\n\t"
      "vctp.32 r6\n\t" NOOK_FOUR_OF_ONE
      "vpst\n\t"
      "vstrbt.32 q0, [r1]\n\t"
      "b      4b\n"
      "7:\n\t" /* the next tile */
      "str    r2, [r9, #88]\n\t"
      "str    r3, [r9, #60]\n\t"
      "ldr    r2, [r9, #84]\n\t"
      "adds   r2, #16\n\t"
      "str    r2, [r9, #84]\n\t"
      "ldmia  sp, {r2, r3, r4}\n\t"
      "adds   r2, #16\n\t"
      "adds   r3, #16\n\t"
      "adds   r4, #16\n\t"
      "stmia  sp, {r2, r3, r4}\n\t"
      "add    r1, r9, #116\n\t"
      "ldmia  r1, {r5, r6, r8, r10, r12, lr}\n\t"
      "movs   r0, #0\n\t"
      "b      0b\n\t");
}
