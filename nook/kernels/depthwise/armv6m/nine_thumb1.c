#include "nook/kernels/depthwise/armv6m/nine_thumb1.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/frame_thumb1.h"
#include "nook/kernels/asm/rescale_thumb1.h"

typedef char nook_offsets_are_known[sizeof(nook_nine_job) == 72 ? 1 : -1];

/* Registers: r6 the channel of x, r7 the stream; r2 weights, r3 a weight, r4 an input, r5 the sum. Four taps
 * are in the high registers, five on the stack. */
#define NOOK_HIGH(tap) "mov   r4, " tap "\n\t"
#define NOOK_LOW(tap)  "ldr   r4, [sp, #4 * " #tap "]\n\t"
#define NOOK_MAC           \
  "ldrsb r4, [r6, r4]\n\t" \
  "muls  r4, r3, r4\n\t"   \
  "adds  r5, r5, r4\n\t"
#define NOOK_WEIGHTS  "ldmia r7!, {r2}\n\t"
#define NOOK_WEIGHT_0 "sxtb  r3, r2\n\t"
#define NOOK_WEIGHT_1 "lsls  r3, r2, #16\n\tasrs  r3, r3, #24\n\t"
#define NOOK_WEIGHT_2 "lsls  r3, r2, #8\n\tasrs  r3, r3, #24\n\t"
#define NOOK_WEIGHT_3 "asrs  r3, r2, #24\n\t"

/* All channels of a pixel. In assembly, because no compiler keeps this in registers. On the stack: 0 to 16
 * taps 0 to 4, 20 from the channel of x to that of y, 24 the end of the channels. */
static NOOK_ASSEMBLY void one_pixel(const nook_nine_job* job NOOK_IN_REGISTER) {
  __asm volatile(".syntax unified\n\t" NOOK_ENTER_THUMB1(
      28) "movs  r1, r0\n\t"
          "adds  r1, #20\n\t"
          "ldmia r1!, {r2, r3, r4, r5, r6}\n\t"
          "str   r2, [sp, #0]\n\t"
          "str   r3, [sp, #4]\n\t"
          "str   r4, [sp, #8]\n\t"
          "str   r5, [sp, #12]\n\t"
          "str   r6, [sp, #16]\n\t"
          "ldmia r1!, {r2, r3, r4, r5}\n\t"
          "mov   r8, r2\n\t"
          "mov   r9, r3\n\t"
          "mov   r10, r4\n\t"
          "mov   r11, r5\n\t"
          "ldr   r1, [r0, #16]\n\t"
          "adds  r1, r1, r1\n\t"
          "adds  r1, #1\n\t"
          "mov   lr, r1\n\t"
          "movs  r1, #1\n\t"
          "lsls  r1, r1, #15\n\t"
          "mov   r12, r1\n\t"
          "ldr   r6, [r0, #0]\n\t"
          "ldr   r7, [r0, #8]\n\t"
          "ldr   r1, [r0, #4]\n\t"
          "subs  r1, r1, r6\n\t"
          "str   r1, [sp, #20]\n\t"
          "ldr   r1, [r0, #12]\n\t"
          "adds  r1, r1, r6\n\t"
          "str   r1, [sp, #24]\n"
          "1:\n\t" NOOK_WEIGHTS NOOK_LOW(0) NOOK_WEIGHT_0
                 "ldrsb r4, [r6, r4]\n\t"
                 "movs  r5, r3\n\t"
                 "muls  r5, r4, r5\n\t" NOOK_LOW(1) NOOK_WEIGHT_1 NOOK_MAC NOOK_LOW(2)
                     NOOK_WEIGHT_2 NOOK_MAC NOOK_LOW(3) NOOK_WEIGHT_3 NOOK_MAC NOOK_WEIGHTS NOOK_LOW(4)
                         NOOK_WEIGHT_0 NOOK_MAC NOOK_HIGH("r8") NOOK_WEIGHT_1 NOOK_MAC NOOK_HIGH("r9")
                             NOOK_WEIGHT_2 NOOK_MAC NOOK_HIGH("r10")
                                 NOOK_WEIGHT_3 NOOK_MAC NOOK_WEIGHTS NOOK_HIGH("r11") NOOK_WEIGHT_0 NOOK_MAC
                 "lsrs  r2, r2, #8\n\t"
                 "ldmia r7!, {r0, r1}\n\t"
                 "adds  r5, r5, r5\n\t"
                 "adds  r4, r5, r0\n\t" NOOK_OUTPUT_THUMB1
                 "ldr   r1, [sp, #20]\n\t"
                 "strb  r0, [r6, r1]\n\t"
                 "adds  r6, #1\n\t"
                 "ldr   r1, [sp, #24]\n\t"
                 "cmp   r6, r1\n\t"
                 "bne   1b\n\t" NOOK_LEAVE_THUMB1(28));
}

void nook_nine_thumb1(nook_nine_job* job) {
  int8_t* const first = job->y;
  for (int32_t n = job->pixels; n > 0; --n, job->x += job->step, job->y += job->channels) one_pixel(job);
  nook_clamp_bytes(first, job->pixels * job->channels, job->low, job->high);
}
