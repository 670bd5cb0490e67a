#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/five_columns_dsp.h"
#include "nook/kernels/asm/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_3x3s2) == 32 ? 1 : -1];

/* Registers: r0 the stream, lr y; of rows 0 and 1 columns 0 to 4 in r4 to r8; of row 2 columns 0 and 2 in r9,
 * 1 and 3 in r10, 4 and 2 in r11; r1 and r12 the sums of the first and the second pixel, which begin as the
 * bias; r2 and r3 what the stream has. Outputs of the second pixel are stored first: if it does not exist,
 * those of the first one replace them. A store directly after a load takes no time of its own. */
#define NOOK_OUTPUT \
  "ldmia  r0!, {r1, r2, r3}\n\t"                                    \
  "smlad  r12, r6, r2, r1\n\t"                                      \
  "smlad  r1, r4, r2, r1\n\t"                                       \
  "smlad  r12, r7, r3, r12\n\t"                                     \
  "smlad  r1, r5, r3, r1\n\t"                                       \
  "ldmia  r0!, {r2, r3}\n\t"                                        \
  "smlad  r12, r8, r2, r12\n\t"                                     \
  "smlad  r1, r6, r2, r1\n\t"                                       \
  "smladx r12, r11, r3, r12\n\t"                                    \
  "smlad  r1, r9, r3, r1\n\t"                                       \
  "ldmia  r0!, {r2, r3}\n\t"                                        \
  "smlatb r12, r10, r2, r12\n\t"                                    \
  "smlabb r1, r10, r2, r1\n\t"                                      \
  "ldr    r2, [r0], #4\n\t" NOOK_ONCE("r1", "r12", "r3", "r2")           \
  "ssat   r1, #8, r1, asr #12\n\t"                                  \
  "ssat   r12, #8, r12, asr #12\n\t"                                \
  "ldr    r2, [sp, #0]\n\t"                                         \
  "strb   r12, [lr, r2]\n\t"                                        \
  "strb   r1, [lr], #1\n"
#define NOOK_OUTPUT_BYTES "76"

/* On the stack: 0 from y to that of the second pixel, 4 columns done, 8 the rows, 20 from behind the outputs
 * of a pixel to y of the next two, 24 the stream, 28 where the code for the outputs begins, 32 pixels left,
 * in twos, 36 outputs left, 40 the job, 44 y of the first pixel. `ldr pc` wants odd addresses; adr counts
 * from a multiple of 4, which the assembler takes the function to begin at. */
NOOK_ASSEMBLY void nook_dot_3x3s2_dsp(const nook_dot_3x3s2* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #52\n\t"
      "ldmia  r0, {r1, r2, r3, r4, r5, r6}\n\t"
      "ldr    r7, [r0, #28]\n\t"
      "str    r7, [sp, #0]\n\t"
      "str    r0, [sp, #40]\n\t"
      "add    r12, sp, #8\n\t"
      "stmia  r12, {r1, r2, r3}\n"
      "1:\n\t" /* up to eight outputs: r0 the job, r4 y, r5 the stream, r6 outputs left */
      "movs   r1, #8\n\t"
      "cmp    r6, r1\n\t"
      "it     lt\n\t"
      "movlt  r1, r6\n\t"
      "subs   r6, r6, r1\n\t"
      "movs   r2, #" NOOK_OUTPUT_BYTES
      "\n\t"
      "adr.w  r3, 5f + 1\n\t"
      "mls    r3, r1, r2, r3\n\t"
      "ldr    r7, [r0, #28]\n\t"
      "rsb    r7, r1, r7, lsl #1\n\t"
      "strd   r7, r5, [sp, #20]\n\t"
      "ldr    r7, [r0, #24]\n\t"
      "movs   r1, #0\n\t"
      "str    r1, [sp, #4]\n\t"
      "strd   r3, r7, [sp, #28]\n\t"
      "str    r6, [sp, #36]\n\t"
      "str    r4, [sp, #44]\n\t"
      "mov    lr, r4\n"
      "2:\n\t" /* two pixels */
      "ldr    r0, [sp, #8]\n\t"
      "ldr    r1, [sp, #12]\n\t"
      "ldr    r2, [sp, #16]\n\t"
      "ldr    r3, [sp, #4]\n\t"
      "ldr    r4, [r0, r3]\n\t"
      "ldr    r6, [r1, r3]\n\t"
      "ldr    r9, [r2, r3]\n\t"
      "adds   r3, #4\n\t"
      "pkhbt  r5, r4, r6, lsl #16\n\t"
      "pkhtb  r7, r6, r4, asr #16\n\t"
      "ldrsb  r8, [r0, r3]\n\t"
      "ldrsb  r12, [r1, r3]\n\t"
      "ldrsb  r11, [r2, r3]\n\t"
      "str    r3, [sp, #4]\n\t"
      NOOK_FIVE_COLUMNS 
      "ldr    r0, [sp, #24]\n\t"
      "ldr    pc, [sp, #28]\n"
      "3:\n\t" NOOK_SEVEN_TIMES(NOOK_OUTPUT)
      "4:\n\t" NOOK_OUTPUT
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", NOOK_OUTPUT_BYTES)
      "ldr    r2, [sp, #20]\n\t"
      "ldr    r3, [sp, #32]\n\t"
      "add    lr, r2\n\t"
      "subs   r3, #1\n\t"
      "str    r3, [sp, #32]\n\t"
      "bne.w  2b\n\t"
      "ldr    r6, [sp, #36]\n\t"
      "cmp    r6, #0\n\t"
      "beq    6f\n\t"
      "mov    r5, r0\n\t"
      "ldr    r4, [sp, #44]\n\t"
      "adds   r4, #8\n\t"
      "ldr    r0, [sp, #40]\n\t"
      "b.w    1b\n"
      "6:\n\t"
      "add    sp, #52\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
