#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/frame_thumb1.h"
#include "nook/kernels/asm/rescale_thumb1.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_dot_runs) == 48 ? 1 : -1];

/* Registers: r0 the end of a run of inputs, r1 to r4 those of the weights of four outputs, r5 runs up to 0;
 * r6 an input, r7 a weight; r8 to r11 the sums. 14 instructions, 28 bytes. */
#define NOOK_ONE_INPUT     \
  "ldrsb r6, [r0, r5]\n\t" \
  "ldrsb r7, [r1, r5]\n\t" \
  "muls  r7, r6, r7\n\t"   \
  "add   r8, r7\n\t"       \
  "ldrsb r7, [r2, r5]\n\t" \
  "muls  r7, r6, r7\n\t"   \
  "add   r9, r7\n\t"       \
  "ldrsb r7, [r3, r5]\n\t" \
  "muls  r7, r6, r7\n\t"   \
  "add   r10, r7\n\t"      \
  "ldrsb r7, [r4, r5]\n\t" \
  "muls  r7, r6, r7\n\t"   \
  "add   r11, r7\n\t"      \
  "adds  r5, r5, #1\n\t"

/* One of four outputs: r6 its {bias, multiplier, shift}, r7 where it goes. */
#define NOOK_OUTPUT(sum, at)    \
  "mov   r4, " sum              \
  "\n\t"                        \
  "ldmia r6!, {r0, r1, r2}\n\t" \
  "adds  r4, r4, r4\n\t"        \
  "adds  r4, r4, r0\n\t" NOOK_OUTPUT_THUMB1 "strb  r0, [r7, #" #at "]\n\t"

/* On the stack: 0 the job, 4 bytes of an output's weights, 8 weights, 12 outputs that are done, 16 runs left,
 * 20 where the loop is entered, 24 the next {bias, multiplier, shift}, 28 2 * zero + 1. */
#define NOOK_ENTER          \
  NOOK_ENTER_THUMB1(32)     \
  "str   r0, [sp, #0]\n\t"  \
  "ldr   r1, [r0, #16]\n\t" \
  "ldr   r2, [r0, #20]\n\t" \
  "muls  r2, r1, r2\n\t"    \
  "str   r2, [sp, #4]\n\t"  \
  "negs  r1, r1\n\t"        \
  "movs  r3, #3\n\t"        \
  "ands  r1, r3\n\t"        \
  "movs  r3, #28\n\t"       \
  "muls  r1, r3, r1\n\t"    \
  "adr   r3, 3f\n\t"        \
  "adds  r1, r1, r3\n\t"    \
  "str   r1, [sp, #20]\n\t" \
  "ldr   r1, [r0, #28]\n\t" \
  "adds  r1, r1, r1\n\t"    \
  "adds  r1, #1\n\t"        \
  "str   r1, [sp, #28]\n\t" \
  "ldr   r1, [r0, #8]\n\t"  \
  "str   r1, [sp, #24]\n\t" \
  "ldr   r3, [r0, #12]\n\t" \
  "lsls  r4, r3, #3\n\t"    \
  "lsls  r3, r3, #2\n\t"    \
  "adds  r4, r4, r3\n\t"    \
  "adds  r1, r1, r4\n\t"    \
  "str   r1, [sp, #8]\n\t"  \
  "movs  r5, #0\n\t"        \
  "str   r5, [sp, #12]\n"
/* r0 the job, r1 weights of four outputs, r2 bytes of an output's. */
#define NOOK_BEGIN_FOUR     \
  "1:\n\t"                  \
  "movs  r7, #0\n\t"        \
  "mov   r8, r7\n\t"        \
  "mov   r9, r7\n\t"        \
  "mov   r10, r7\n\t"       \
  "mov   r11, r7\n\t"       \
  "ldr   r5, [r0, #16]\n\t" \
  "ldr   r6, [r0, #20]\n\t" \
  "str   r6, [sp, #16]\n\t" \
  "ldr   r0, [r0, #0]\n\t"  \
  "adds  r0, r0, r5\n\t"    \
  "adds  r1, r1, r5\n\t"    \
  "adds  r3, r2, r2\n\t"    \
  "adds  r4, r3, r2\n\t"    \
  "adds  r2, r1, r2\n\t"    \
  "adds  r3, r1, r3\n\t"    \
  "adds  r4, r1, r4\n"
/* All runs; r5 is the size of one. A run whose size is not a multiple of four enters in the middle. */
#define NOOK_RUNS                                                      \
  "2:\n\t"                                                             \
  "negs  r5, r5\n\t"                                                   \
  "ldr   r7, [sp, #20]\n\t"                                            \
  "mov   pc, r7\n\t"                                                   \
  ".p2align 2\n"                                                       \
  "3:\n\t" NOOK_ONE_INPUT NOOK_ONE_INPUT NOOK_ONE_INPUT NOOK_ONE_INPUT \
  "bmi   3b\n\t"                                                       \
  "ldr   r6, [sp, #16]\n\t"                                            \
  "subs  r6, #1\n\t"                                                   \
  "beq   4f\n\t"                                                       \
  "str   r6, [sp, #16]\n\t"                                            \
  "ldr   r7, [sp, #0]\n\t"                                             \
  "ldr   r5, [r7, #24]\n\t"                                            \
  "adds  r0, r0, r5\n\t"                                               \
  "ldr   r5, [r7, #16]\n\t"                                            \
  "adds  r1, r1, r5\n\t"                                               \
  "adds  r2, r2, r5\n\t"                                               \
  "adds  r3, r3, r5\n\t"                                               \
  "adds  r4, r4, r5\n\t"                                               \
  "b     2b\n"
#define NOOK_FOUR_OUTPUTS                                                                \
  "4:\n\t"                                                                               \
  "ldr   r1, [sp, #28]\n\t"                                                              \
  "mov   lr, r1\n\t"                                                                     \
  "movs  r1, #1\n\t"                                                                     \
  "lsls  r1, r1, #15\n\t"                                                                \
  "mov   r12, r1\n\t"                                                                    \
  "ldr   r6, [sp, #24]\n\t"                                                              \
  "ldr   r7, [sp, #0]\n\t"                                                               \
  "ldr   r7, [r7, #4]\n\t"                                                               \
  "ldr   r1, [sp, #12]\n\t"                                                              \
  "adds  r7, r7, r1\n\t" NOOK_OUTPUT("r8", 0) NOOK_OUTPUT("r9", 1) NOOK_OUTPUT("r10", 2) \
      NOOK_OUTPUT("r11", 3)
/* The last four may overlap the previous ones. */
#define NOOK_NEXT_FOUR      \
  "ldr   r0, [sp, #0]\n\t"  \
  "ldr   r3, [r0, #12]\n\t" \
  "ldr   r4, [sp, #12]\n\t" \
  "movs  r5, #4\n\t"        \
  "subs  r3, r3, r4\n\t"    \
  "subs  r3, #4\n\t"        \
  "beq   6f\n\t"            \
  "cmp   r3, #4\n\t"        \
  "bge   5f\n\t"            \
  "movs  r5, r3\n"          \
  "5:\n\t"                  \
  "adds  r4, r4, r5\n\t"    \
  "str   r4, [sp, #12]\n\t" \
  "ldr   r2, [sp, #4]\n\t"  \
  "ldr   r1, [sp, #8]\n\t"  \
  "movs  r3, r2\n\t"        \
  "muls  r3, r5, r3\n\t"    \
  "adds  r1, r1, r3\n\t"    \
  "str   r1, [sp, #8]\n\t"  \
  "movs  r3, #12\n\t"       \
  "subs  r5, #4\n\t"        \
  "muls  r5, r3, r5\n\t"    \
  "adds  r6, r6, r5\n\t"    \
  "str   r6, [sp, #24]\n\t" \
  "b     1b\n"
#define NOOK_LEAVE "6:\n\t" NOOK_LEAVE_THUMB1(32)

/* All outputs of a pixel. In assembly, because no compiler keeps sums in the high registers. */
/* adr counts from a multiple of 4. */
static NOOK_ASSEMBLY void one_pixel(const nook_dot_runs* job NOOK_IN_REGISTER) {
  __asm volatile(
      ".syntax unified\n\t" NOOK_ENTER NOOK_BEGIN_FOUR NOOK_RUNS NOOK_FOUR_OUTPUTS NOOK_NEXT_FOUR NOOK_LEAVE);
}

void nook_dot_four_thumb1(nook_dot_runs* job) {
  int8_t* const first = job->y;
  for (int32_t n = job->pixels; n > 0; --n, job->x += job->step, job->y += job->outputs) one_pixel(job);
  nook_clamp_bytes(first, job->pixels * job->outputs, job->low, job->high);
}
