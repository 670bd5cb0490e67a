#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/frame_thumb1.h"
#include "nook/kernels/asm/rescale_thumb1.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* The words of a part, and the start of the first pixel's sums. Assembly code depends on the offsets. */
typedef struct part {
  const uint32_t* x;
  int32_t x_bytes;
  const void* weights;
  int32_t outputs;
  int8_t *y0, *y1;
  int32_t zero;
  const uint32_t* from;
  uint32_t* to;
  uint32_t start;
} part;

typedef char nook_offsets_are_known[sizeof(part) == 40 ? 1 : -1];

/* Groups of four words become {2^15 - 128 * their sum, the four}, from the first on: `to` precedes `from`. In
 * assembly, because the compiler moves words one by one. */
static NOOK_ASSEMBLY void put_sums_between(uint32_t* to NOOK_IN_REGISTER,
                                           const uint32_t* from NOOK_IN_REGISTER,
                                           const uint32_t* end NOOK_IN_REGISTER) {
  __asm volatile(
      ".syntax unified\n\t"
      "push  {r4, r5, r6, r7}\n\t"
      "mov   r12, r2\n"
      "1:\n\t"
      "ldmia r1!, {r4, r5, r6, r7}\n\t"
      "adds  r3, r4, r5\n\t"
      "adds  r3, r3, r6\n\t"
      "adds  r3, r3, r7\n\t"
      "lsls  r2, r3, #7\n\t"
      "movs  r3, #1\n\t"
      "lsls  r3, r3, #15\n\t"
      "subs  r3, r3, r2\n\t"
      "stmia r0!, {r3, r4, r5, r6, r7}\n\t"
      "cmp   r1, r12\n\t"
      "bne   1b\n\t"
      "pop   {r4, r5, r6, r7}\n\t"
      "bx    lr\n\t");
}

/* Registers: r0 the stream, r1 x, r4 to r7 four words of it, lr 2^15 less 128 times their sum; r2 the sum of
 * four products, r3 a weight. r8 and r10 sums of those sums, modulo 2^32: of the first pixel and 2^16 times
 * the second; r9 and r11 those of the second. r12 the end of x. */
#define NOOK_FOUR "ldmia r1!, {r3, r4, r5, r6, r7}\n\tmov   lr, r3\n\t"
#define NOOK_PRODUCTS(at0, at1, at2, at3, both, second)     \
  "ldrb  r2, [r0, #" #at0                                   \
  "]\n\t"                                                   \
  "muls  r2, r4, r2\n\t"                                    \
  "ldrb  r3, [r0, #" #at1                                   \
  "]\n\t"                                                   \
  "muls  r3, r5, r3\n\t"                                    \
  "adds  r2, r2, r3\n\t"                                    \
  "ldrb  r3, [r0, #" #at2                                   \
  "]\n\t"                                                   \
  "muls  r3, r6, r3\n\t"                                    \
  "adds  r2, r2, r3\n\t"                                    \
  "ldrb  r3, [r0, #" #at3                                   \
  "]\n\t"                                                   \
  "muls  r3, r7, r3\n\t"                                    \
  "adds  r2, r2, r3\n\t"                                    \
  "add   r2, lr\n\t" /* the low half is not negative now */ \
  "add   " both                                             \
  ", r2\n\t"                                                \
  "asrs  r2, r2, #16\n\t"                                   \
  "add   " second ", r2\n\t"

/* On the stack: 0 the end of x, 4 x, 8 2 * zero + 1, 12 and 16 the next outputs of both pixels, 20 outputs
 * left, 24 twice the second sum, 28 its multiplier, 32 and 36 sums that wait, 40 where the sums of the first
 * pixel start, 44 8 if the fours are an odd number, 48 and 52 shifts of two outputs. */
#define NOOK_ENTER                              \
  NOOK_ENTER_THUMB1(56)                         \
  "ldmia r0!, {r1, r2, r3, r4, r5, r6, r7}\n\t" \
  "str   r1, [sp, #4]\n\t"                      \
  "adds  r1, r1, r2\n\t"                        \
  "str   r1, [sp, #0]\n\t"                      \
  "str   r4, [sp, #20]\n\t"                     \
  "str   r5, [sp, #12]\n\t"                     \
  "str   r6, [sp, #16]\n\t"                     \
  "adds  r7, r7, r7\n\t"                        \
  "adds  r7, #1\n\t"                            \
  "str   r7, [sp, #8]\n\t"                      \
  "movs  r4, #4\n\t" /* 20 bytes to a four */   \
  "ands  r2, r4\n\t"                            \
  "adds  r2, r2, r2\n\t"                        \
  "str   r2, [sp, #44]\n\t"                     \
  "ldmia r0!, {r4, r5, r6}\n\t"                 \
  "str   r4, [sp, #32]\n\t"                     \
  "str   r5, [sp, #36]\n\t"                     \
  "str   r6, [sp, #40]\n\t"                     \
  "movs  r0, r3\n"
#define NOOK_TWO_OUTPUTS \
  "1:\n\t"                              \
  "ldr   r2, [sp, #40]\n\t"             \
  "movs  r4, r2\n\t"                    \
  "movs  r5, #0\n\t"                    \
  "movs  r6, r2\n\t"                    \
  "movs  r7, #0\n\t"                    \
  "ldr   r1, [sp, #32]\n\t"             \
  "cmp   r1, #0\n\t"                    \
  "beq   10f\n\t"                       \
  "ldmia r1!, {r4, r5, r6, r7}\n\t"     \
  "str   r1, [sp, #32]\n\t"             \
  "adds  r4, r4, r2\n\t"                \
  "adds  r6, r6, r2\n"                  \
  "10:\n\t"                             \
  "mov   r8, r4\n\t"                    \
  "mov   r9, r5\n\t"                    \
  "mov   r10, r6\n\t"                   \
  "mov   r11, r7\n\t"                   \
  "ldr   r1, [sp, #0]\n\t"              \
  "mov   r12, r1\n\t"                   \
  "ldr   r1, [sp, #4]\n\t"              \
  "ldr   r2, [sp, #44]\n\t"             \
  "subs  r0, r0, r2\n\t"                \
  "cmp   r2, #0\n\t"                    \
  "bne   3f\n"                          \
  "2:\n\t" NOOK_FOUR                         \
  NOOK_PRODUCTS(0, 1, 2, 3, "r8", "r9")      \
  NOOK_PRODUCTS(4, 5, 6, 7, "r10", "r11")    \
  "3:\n\t" NOOK_FOUR                         \
  NOOK_PRODUCTS(8, 9, 10, 11, "r8", "r9")    \
  NOOK_PRODUCTS(12, 13, 14, 15, "r10", "r11") \
  "adds  r0, #16\n\t"                   \
  "cmp   r1, r12\n\t"                   \
  "bne   2b\n\t"                        \
  "movs  r1, #1\n\t"                    \
  "lsls  r1, r1, #15\n\t"               \
  "mov   r12, r1\n\t"
/* The excess of an output's weights. Its shift stays at `at`. */
#define NOOK_RESTS(both, second, at) \
  "ldmia r0!, {r3}\n\t"              \
  "str   r3, [sp, #" #at             \
  "]\n\t"                            \
  "lsrs  r4, r3, #16\n\t"            \
  "beq   12f\n"                      \
  "11:\n\t"                          \
  "ldmia r0!, {r5}\n\t"              \
  "uxth  r6, r5\n\t"                 \
  "asrs  r5, r5, #16\n\t"            \
  "ldr   r7, [sp, #4]\n\t"           \
  "ldr   r6, [r7, r6]\n\t"           \
  "muls  r6, r5, r6\n\t"             \
  "add   " both                      \
  ", r6\n\t"                         \
  "add   r6, r12\n\t"                \
  "asrs  r6, r6, #16\n\t"            \
  "add   " second                    \
  ", r6\n\t"                         \
  "subs  r4, r4, #1\n\t"             \
  "bne   11b\n"                      \
  "12:\n\t"
/* Sums wait for another part. */
#define NOOK_WAIT                   \
  "ldr   r1, [sp, #36]\n\t"         \
  "cmp   r1, #0\n\t"                \
  "beq   13f\n\t"                   \
  "mov   r4, r8\n\t"                \
  "mov   r5, r9\n\t"                \
  "mov   r6, r10\n\t"               \
  "mov   r7, r11\n\t"               \
  "stmia r1!, {r4, r5, r6, r7}\n\t" \
  "str   r1, [sp, #36]\n\t"         \
  "b     14f\n"                     \
  "13:\n\t"                         \
  "ldr   r1, [sp, #8]\n\t"          \
  "mov   lr, r1\n\t"
/* An output of both pixels: r1 its bias, r2 multiplier. Then r4 and [24] twice the sums, r6 the stream. */
#define NOOK_FINISH(both, second, shift, at) \
  "ldmia r0!, {r1, r2}\n\t"                  \
  "mov   r6, r0\n\t"                         \
  "mov   r5, " second                        \
  "\n\t"                                     \
  "lsls  r7, r5, #16\n\t"                    \
  "mov   r4, " both                          \
  "\n\t"                                     \
  "subs  r4, r4, r7\n\t"                     \
  "adds  r5, r5, r5\n\t"                     \
  "adds  r5, r5, r1\n\t"                     \
  "str   r5, [sp, #24]\n\t"                  \
  "str   r2, [sp, #28]\n\t"                  \
  "adds  r4, r4, r4\n\t"                     \
  "adds  r4, r4, r1\n\t"                     \
  "mov   r1, r2\n\t"                         \
  "ldr   r2, [sp, #" #shift                  \
  "]\n\t"                                    \
  "uxth  r2, r2\n\t" NOOK_OUTPUT_THUMB1      \
  "ldr   r7, [sp, #12]\n\t"                  \
  "strb  r0, [r7, #" #at                     \
  "]\n\t"                                    \
  "ldr   r4, [sp, #24]\n\t"                  \
  "ldr   r1, [sp, #28]\n\t"                  \
  "cmp   r4, #0\n\t" NOOK_OUTPUT_THUMB1      \
  "ldr   r7, [sp, #16]\n\t"                  \
  "strb  r0, [r7, #" #at                     \
  "]\n\t"                                    \
  "mov   r0, r6\n\t"
/* One that is left is made together with the one before. */
#define NOOK_NEXT_TWO       \
  "14:\n\t"                 \
  "ldr   r1, [sp, #20]\n\t" \
  "movs  r2, #2\n\t"        \
  "subs  r1, r1, #2\n\t"    \
  "beq   16f\n\t"           \
  "cmp   r1, #1\n\t"        \
  "bne   15f\n\t"           \
  "movs  r2, #1\n\t"        \
  "movs  r1, #2\n"          \
  "15:\n\t"                 \
  "str   r1, [sp, #20]\n\t" \
  "ldr   r1, [sp, #12]\n\t" \
  "adds  r1, r1, r2\n\t"    \
  "str   r1, [sp, #12]\n\t" \
  "ldr   r1, [sp, #16]\n\t" \
  "adds  r1, r1, r2\n\t"    \
  "str   r1, [sp, #16]\n\t" \
  "b     1b\n"
#define NOOK_LEAVE "16:\n\t" NOOK_LEAVE_THUMB1(56)

/* All outputs of both pixels. In assembly, because no compiler keeps sums in the high registers. */
static NOOK_ASSEMBLY const void* two_pixels(const part* of NOOK_IN_REGISTER) {
  __asm volatile(".syntax unified\n\t" NOOK_ENTER NOOK_TWO_OUTPUTS NOOK_RESTS("r8", "r9", 48)
                     NOOK_RESTS("r10", "r11", 52) NOOK_WAIT NOOK_FINISH("r8", "r9", 48, 0)
                         NOOK_FINISH("r10", "r11", 52, 1) NOOK_NEXT_TWO NOOK_LEAVE);
}

const void* nook_dot_lanes_thumb1(const nook_lanes_job* job) {
  const int32_t fours = job->x_bytes / (4 * NOOK_LANES_TOGETHER);
  uint32_t* const x = job->x - fours;
  put_sums_between(x, job->x, job->x + fours * NOOK_LANES_TOGETHER);
  const part of = {x,       fours * 20, job->weights, job->outputs, job->y0,
                   job->y1, job->zero,  job->from,    job->to,      0u - ((uint32_t)fours << 15)};
  const void* const end = two_pixels(&of);
  if (job->to) return end;
  nook_clamp_bytes(job->y0, job->outputs, job->low, job->high);
  nook_clamp_bytes(job->y1, job->outputs, job->low, job->high);
  return end;
}
