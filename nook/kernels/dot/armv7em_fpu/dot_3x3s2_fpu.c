#include "nook/kernels/dot/armv7em_fpu/dot_3x3s2_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/five_columns_dsp.h"
#include "nook/kernels/asm/product_outputs_fpu.h"

typedef char nook_offsets_are_known[sizeof(nook_row_part) == 20 && sizeof(nook_row_parts) == 24 ? 1 : -1];

/* Registers: r3 where row 0 is, lr y, r0 y of the second pixel; of rows 0 and 1 columns 0 to 4 in r4 to r8;
 * of row 2 columns 0 and 2 in r9, 1 and 3 in r10, 4 and 2 in r11; r1 and r12 the sums; r2 a word of the
 * stream. Outputs of the second pixel are stored first: if it does not exist, those of the first one replace
 * them. */
#define NOOK_OUTPUT(start, w0, w1, w2, w3, w4, multiplier) \
  "vmov   r1, r2, s" start ", s" w0                        \
  "\n\t"                                                   \
  "smlad  r12, r6, r2, r1\n\t"                             \
  "smlad  r1, r4, r2, r1\n\t"                              \
  "vmov   r2, s" w1                                        \
  "\n\t"                                                   \
  "smlad  r12, r7, r2, r12\n\t"                            \
  "smlad  r1, r5, r2, r1\n\t"                              \
  "vmov   r2, s" w2                                        \
  "\n\t"                                                   \
  "smlad  r12, r8, r2, r12\n\t"                            \
  "smlad  r1, r6, r2, r1\n\t"                              \
  "vmov   r2, s" w3                                        \
  "\n\t"                                                   \
  "smladx r12, r11, r2, r12\n\t"                           \
  "smlad  r1, r9, r2, r1\n\t"                              \
  "vmov   r2, s" w4                                        \
  "\n\t"                                                   \
  "smlatb r12, r10, r2, r12\n\t"                           \
  "smlabb r1, r10, r2, r1\n\t" NOOK_PRODUCT_OUTPUTS(multiplier, "r12", "r1", "r0", "lr")

/* On the stack: 0 the job, 4 the stream, 8 y of the first pixel, 12 the part. In registers of the FPU: s28
 * and s29 from row 0 to the others, s30 from behind the outputs of a pixel to y of the next two, s31 the end
 * of row 0. */
NOOK_ASSEMBLY void nook_dot_3x3s2_fpu(const nook_row_parts* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #16\n\t"
      "ldrd   r1, r2, [r0, #0]\n\t"
      "ldr    r3, [r0, #12]\n\t"
      "str    r0, [sp, #0]\n\t"
      "lsls   r3, r3, #1\n\t"
      "subs   r3, #4\n\t"
      "vmov   s30, r3\n"
      "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */
      "vldmia r1!, {s0-s27}\n\t"
      "strd   r1, r2, [sp, #4]\n\t"
      "ldr    r1, [r0, #16]\n\t"
      "mov    lr, r2\n"
      "2:\n\t" /* a part of the row: r1 which, lr y */
      "ldmia  r1!, {r3, r4, r5, r6, r7}\n\t"
      "str    r1, [sp, #12]\n\t"
      "vmov   s28, s29, r4, r5\n\t"
      "vmov   s31, r6\n\t"
      "add    r0, lr, r7\n\t"
      ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */
      "3:\n\t"      /* two pixels */
      "vmov   r1, r2, s28, s29\n\t"
      "ldr    r4, [r3]\n\t"
      "ldr    r6, [r3, r1]\n\t"
      "ldr    r9, [r3, r2]\n\t"
      "ldrsb  r8, [r3, #4]!\n\t"
      "ldrsb  r12, [r3, r1]\n\t"
      "ldrsb  r11, [r3, r2]\n\t"
      "pkhbt  r5, r4, r6, lsl #16\n\t"
      "pkhtb  r7, r6, r4, asr #16\n\t"
      NOOK_FIVE_COLUMNS
      NOOK_OUTPUT("0", "1", "2", "3", "4", "5", "6") NOOK_OUTPUT("7", "8", "9", "10", "11", "12", "13")
      NOOK_OUTPUT("14", "15", "16", "17", "18", "19", "20")
      NOOK_OUTPUT("21", "22", "23", "24", "25", "26", "27")
      "vmov   r1, r2, s30, s31\n\t"
      "add    lr, r1\n\t"
      "add    r0, r1\n\t"
      "cmp    r3, r2\n\t"
      "bne.w  3b\n\t"
      "ldr    r1, [sp, #12]\n\t"
      "ldr    r0, [sp, #0]\n\t"
      "ldr    r2, [r0, #20]\n\t"
      "cmp    r1, r2\n\t"
      "bne.w  2b\n\t"
      "ldrd   r1, r2, [sp, #4]\n\t"
      "ldr    r3, [r0, #8]\n\t"
      "cmp    r2, r3\n\t"
      "beq    4f\n\t"
      "adds   r2, #4\n\t"
      "cmp    r2, r3\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  r2, r3\n\t"
      "b      1b\n"
      "4:\n\t"
      "add    sp, #16\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
