#include "nook/kernels/dot/armv7em/dot_2x8_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"
#include "nook/kernels/asm/unpack_word_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_2x8) == 32 ? 1 : -1];

/* Registers: r0 the stream, lr y; r4 to r7 the inputs of the first pixel, r8 to r11 those of the second; r1
 * and r12 the sums, which begin as the bias; r2 and r3 what the stream has. */
#define NOOK_BOTH(w, x, second_x) \
  "smlad  r12, " second_x ", " w  \
  ", r12\n\t"                     \
  "smlad  r1, " x ", " w ", r1\n\t"
#define NOOK_OUTPUT \
  "ldmia  r0!, {r1, r2, r3}\n\t"                                     \
  "smlad  r12, r8, r2, r1\n\t"                                       \
  "smlad  r1, r4, r2, r1\n\t" NOOK_BOTH("r3", "r5", "r9")                 \
  "ldmia  r0!, {r2, r3}\n\t" NOOK_BOTH("r2", "r6", "r10") NOOK_BOTH("r3", "r7", "r11") \
  "ldmia  r0!, {r2, r3}\n\t" NOOK_ONCE("r1", "r12", "r2", "r3")           \
  "ssat   r1, #8, r1, asr #12\n\t"                                   \
  "ssat   r12, #8, r12, asr #12\n\t"                                 \
  "ldr    r2, [sp, #0]\n\t"                                          \
  "strb   r1, [lr], #1\n\t"                                          \
  "strb   r12, [lr, r2]\n"
#define NOOK_OUTPUT_BYTES_BITS "6"
#define NOOK_OUTPUT_BYTES      "64"

/* On the stack: 0 from y to that of the second pixel, less 1; 4 x, 8 from behind the outputs of a pixel to y
 * of the next two, 12 pixels left, in twos, 16 the step, 20 where the second word is, 24 the stream, 28 where
 * the code for the outputs begins, 32 the job, 36 outputs left, 40 y of the first pixel. `ldr pc` wants odd
 * addresses; adr counts from a multiple of 4, which the assembler takes the function to begin at. */
NOOK_ASSEMBLY void nook_dot_2x8_dsp(const nook_dot_2x8* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #44\n\t"
      "ldrd   r5, r6, [r0, #20]\n\t"
      "ldr    r7, [r0, #28]\n\t"
      "subs   r7, #1\n\t"
      "str    r7, [sp, #0]\n\t"
      "strd   r5, r6, [sp, #16]\n\t"
      "str    r0, [sp, #32]\n\t"
      "ldr    r2, [r0, #4]\n\t"
      "ldr    r3, [r0, #8]\n\t"
      "ldr    r4, [r0, #12]\n"
      "1:\n\t" /* up to eight outputs: r0 the job, r2 y, r3 the stream, r4 outputs left */
      "movs   r5, #8\n\t"
      "cmp    r4, r5\n\t"
      "it     lt\n\t"
      "movlt  r5, r4\n\t"
      "subs   r4, r4, r5\n\t"
      "adr.w  r7, 5f + 1\n\t"
      "sub    r7, r7, r5, lsl #" NOOK_OUTPUT_BYTES_BITS
      "\n\t"
      "strd   r3, r7, [sp, #24]\n\t"
      "strd   r4, r2, [sp, #36]\n\t"
      "ldr    r6, [r0, #0]\n\t"
      "ldr    r7, [r0, #16]\n\t"
      "str    r7, [sp, #12]\n\t"
      "ldr    r7, [r0, #28]\n\t"
      "rsb    r7, r5, r7, lsl #1\n\t"
      "strd   r6, r7, [sp, #4]\n\t"
      "mov    lr, r2\n"
      "2:\n\t" /* two pixels */
      "ldr    r0, [sp, #4]\n\t"
      "ldr    r2, [sp, #16]\n\t"
      "ldr    r3, [sp, #20]\n\t"
      "add    r1, r0, r2\n\t"
      "add    r12, r1, r2\n\t"
      "ldr    r4, [r0, #0]\n\t"
      "ldr    r6, [r0, r3]\n\t"
      "ldr    r8, [r1, #0]\n\t"
      "ldr    r10, [r1, r3]\n\t"
      "str    r12, [sp, #4]\n\t" NOOK_UNPACK("r4", "r5") NOOK_UNPACK("r6", "r7")
      NOOK_UNPACK("r8", "r9") NOOK_UNPACK("r10", "r11")
      "ldr    r0, [sp, #24]\n\t"
      "ldr    pc, [sp, #28]\n"
      "3:\n\t" NOOK_SEVEN_TIMES(NOOK_OUTPUT)
      "4:\n\t" NOOK_OUTPUT
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", NOOK_OUTPUT_BYTES)
      "ldr    r2, [sp, #8]\n\t"
      "ldr    r3, [sp, #12]\n\t"
      "add    lr, r2\n\t"
      "subs   r3, #1\n\t"
      "str    r3, [sp, #12]\n\t"
      "bne.w  2b\n\t"
      "ldrd   r4, r2, [sp, #36]\n\t"
      "cmp    r4, #0\n\t"
      "beq    6f\n\t"
      "mov    r3, r0\n\t"
      "adds   r2, #8\n\t"
      "ldr    r0, [sp, #32]\n\t"
      "b.w    1b\n"
      "6:\n\t"
      "add    sp, #44\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
