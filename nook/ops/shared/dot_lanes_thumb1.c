#include "nook/ops/shared/dot_lanes_thumb1.h"

#include "nook/ops/shared/rescale_thumb1.h"

/* Whoever knows this asm takes strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_lanes_job) == 36 ? 1 : -1];

/* Registers: r0 the stream, r4 to r7 four words of x, r1 four weights, r2 the sum of four products, r3 a
 * weight. r8 and r10 sums of those sums, modulo 2^32: of the first pixel and 2^16 times the second; r9 and
 * r11 those of the second. r12 the next words of x, lr 2^15. */
#define PRODUCTS(both, second)                              \
  "ldmia r0!, {r1}\n\t"                                     \
  "sxtb  r2, r1\n\t"                                        \
  "muls  r2, r4, r2\n\t"                                    \
  "lsls  r3, r1, #16\n\tasrs  r3, r3, #24\n\t"              \
  "muls  r3, r5, r3\n\t"                                    \
  "adds  r2, r2, r3\n\t"                                    \
  "lsls  r3, r1, #8\n\tasrs  r3, r3, #24\n\t"               \
  "muls  r3, r6, r3\n\t"                                    \
  "adds  r2, r2, r3\n\t"                                    \
  "asrs  r1, r1, #24\n\t"                                   \
  "muls  r1, r7, r1\n\t"                                    \
  "adds  r2, r2, r1\n\t"                                    \
  "add   " both                                             \
  ", r2\n\t"                                                \
  "add   r2, lr\n\t" /* the low half is not negative now */ \
  "asrs  r2, r2, #16\n\t"                                   \
  "add   " second ", r2\n\t"

/* On the stack: 0 the end of x, 4 x, 8 2 * zero + 1, 12 and 16 the next outputs of both pixels, 20 outputs
 * left, 24 twice the second sum, 28 its multiplier. */
#define ENTER                                   \
  "push  {r4, r5, r6, r7, lr}\n\t"              \
  "mov   r4, r8\n\t"                            \
  "mov   r5, r9\n\t"                            \
  "mov   r6, r10\n\t"                           \
  "mov   r7, r11\n\t"                           \
  "push  {r4, r5, r6, r7}\n\t"                  \
  "sub   sp, #32\n\t"                           \
  "ldmia r0!, {r1, r2, r3, r4, r5, r6, r7}\n\t" \
  "str   r1, [sp, #4]\n\t"                      \
  "adds  r1, r1, r2\n\t"                        \
  "str   r1, [sp, #0]\n\t"                      \
  "movs  r0, r3\n\t"                            \
  "str   r4, [sp, #20]\n\t"                     \
  "str   r5, [sp, #12]\n\t"                     \
  "str   r6, [sp, #16]\n\t"                     \
  "adds  r7, r7, r7\n\t"                        \
  "adds  r7, #1\n\t"                            \
  "str   r7, [sp, #8]\n"
#define TWO_OUTPUTS \
  "1:\n\t"                  \
  "movs  r1, #0\n\t"        \
  "mov   r8, r1\n\t"        \
  "mov   r9, r1\n\t"        \
  "mov   r10, r1\n\t"       \
  "mov   r11, r1\n\t"       \
  "movs  r1, #1\n\t"        \
  "lsls  r1, r1, #15\n\t"   \
  "mov   lr, r1\n\t"        \
  "ldr   r1, [sp, #4]\n\t"  \
  "mov   r12, r1\n"         \
  "2:\n\t"                  \
  "mov   r1, r12\n\t"       \
  "ldmia r1!, {r4, r5, r6, r7}\n\t" \
  "mov   r12, r1\n\t" PRODUCTS("r8", "r9") PRODUCTS("r10", "r11") \
  "ldr   r1, [sp, #0]\n\t"  \
  "cmp   r12, r1\n\t"       \
  "bne   2b\n\t"            \
  "mov   r12, lr\n\t"       \
  "ldr   r1, [sp, #8]\n\t"  \
  "mov   lr, r1\n\t"
/* An output of both pixels: r1 its bias, r2 multiplier, r3 shift and how many rests there are. Then r4 and
 * [24] twice the sums, r6 the stream. */
#define FINISH(both, second, at)        \
  "ldmia r0!, {r1, r2, r3}\n\t"         \
  "lsrs  r4, r3, #16\n\t"               \
  "beq   4f\n"                          \
  "3:\n\t"                              \
  "ldmia r0!, {r5}\n\t"                 \
  "uxth  r6, r5\n\t"                    \
  "asrs  r5, r5, #16\n\t"               \
  "ldr   r7, [sp, #4]\n\t"              \
  "ldr   r6, [r7, r6]\n\t"              \
  "muls  r6, r5, r6\n\t"                \
  "add   " both                         \
  ", r6\n\t"                            \
  "add   r6, r12\n\t"                   \
  "asrs  r6, r6, #16\n\t"               \
  "add   " second                       \
  ", r6\n\t"                            \
  "subs  r4, r4, #1\n\t"                \
  "bne   3b\n"                          \
  "4:\n\t"                              \
  "mov   r6, r0\n\t"                    \
  "mov   r5, " second                   \
  "\n\t"                                \
  "lsls  r7, r5, #16\n\t"               \
  "mov   r4, " both                     \
  "\n\t"                                \
  "subs  r4, r4, r7\n\t"                \
  "adds  r5, r5, r5\n\t"                \
  "adds  r5, r5, r1\n\t"                \
  "str   r5, [sp, #24]\n\t"             \
  "str   r2, [sp, #28]\n\t"             \
  "adds  r4, r4, r4\n\t"                \
  "adds  r4, r4, r1\n\t"                \
  "mov   r1, r2\n\t"                    \
  "uxth  r2, r3\n\t" NOOK_OUTPUT_THUMB1 \
  "ldr   r7, [sp, #12]\n\t"             \
  "strb  r0, [r7, #" #at                \
  "]\n\t"                               \
  "ldr   r4, [sp, #24]\n\t"             \
  "ldr   r1, [sp, #28]\n\t"             \
  "cmp   r4, #0\n\t" NOOK_OUTPUT_THUMB1 \
  "ldr   r7, [sp, #16]\n\t"             \
  "strb  r0, [r7, #" #at                \
  "]\n\t"                               \
  "mov   r0, r6\n\t"
/* One that is left is made together with the one before. */
#define NEXT_TWO            \
  "ldr   r1, [sp, #20]\n\t" \
  "movs  r2, #2\n\t"        \
  "subs  r1, r1, #2\n\t"    \
  "beq   6f\n\t"            \
  "cmp   r1, #1\n\t"        \
  "bne   5f\n\t"            \
  "movs  r2, #1\n\t"        \
  "movs  r1, #2\n"          \
  "5:\n\t"                  \
  "str   r1, [sp, #20]\n\t" \
  "ldr   r1, [sp, #12]\n\t" \
  "adds  r1, r1, r2\n\t"    \
  "str   r1, [sp, #12]\n\t" \
  "ldr   r1, [sp, #16]\n\t" \
  "adds  r1, r1, r2\n\t"    \
  "str   r1, [sp, #16]\n\t" \
  "b     1b\n"
#define LEAVE                  \
  "6:\n\t"                     \
  "add   sp, #32\n\t"          \
  "pop   {r4, r5, r6, r7}\n\t" \
  "mov   r8, r4\n\t"           \
  "mov   r9, r5\n\t"           \
  "mov   r10, r6\n\t"          \
  "mov   r11, r7\n\t"          \
  "pop   {r4, r5, r6, r7, pc}\n\t"

/* All outputs of both pixels. In assembly, because no compiler keeps sums in the high registers. */
static __attribute__((naked, noinline)) void two_pixels(const nook_lanes_job* job __attribute__((unused))) {
  __asm volatile(".syntax unified\n\t" ENTER TWO_OUTPUTS FINISH("r8", "r9", 0) FINISH("r10", "r11", 1)
                     NEXT_TWO LEAVE);
}

void nook_dot_lanes_thumb1(const nook_lanes_job* job) {
  two_pixels(job);
  nook_clamp_bytes(job->y0, job->outputs, job->low, job->high);
  nook_clamp_bytes(job->y1, job->outputs, job->low, job->high);
}
