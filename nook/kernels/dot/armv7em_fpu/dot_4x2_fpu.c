#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/neighbours_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_4x2) == 56 ? 1 : -1];

/* Registers: r0 the words of neighbours, r1 to r3 two inputs of four pixels; r4 two weights of both outputs,
 * then of the second, r5 of the first. The sums of the first output are in r6 to r8, those of the second in
 * r9 to r11. r12 is the stream, lr the end of the words. */
#define NOOK_TWO_INPUTS_OF_FOUR(n) \
  "vmov   r4, s" n                 \
  "\n\t"                           \
  "ldmia  r0!, {r1, r2, r3}\n\t"   \
  "sxtb16 r5, r4\n\t"              \
  "sxtb16 r4, r4, ror #8\n\t"      \
  "smlad  r6, r1, r5, r6\n\t"      \
  "smlad  r7, r2, r5, r7\n\t"      \
  "smlad  r8, r3, r5, r8\n\t"      \
  "smlad  r9, r1, r4, r9\n\t"      \
  "smlad  r10, r2, r4, r10\n\t"    \
  "smlad  r11, r3, r4, r11\n\t"
#define NOOK_TWO_OF_FOUR_BYTES "38"
#define NOOK_EIGHT_INPUTS_OF_FOUR(a, b, c, d) \
  NOOK_TWO_INPUTS_OF_FOUR(a) NOOK_TWO_INPUTS_OF_FOUR(b) NOOK_TWO_INPUTS_OF_FOUR(c) NOOK_TWO_INPUTS_OF_FOUR(d)

/* On the stack: 0 the words, 4 y, 8 and 12 apart, 16 where the first inputs are multiplied, 20 apart, 24 the
 * end. */
NOOK_ASSEMBLY void nook_dot_4x2_fpu(const nook_dot_4x2* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #28\n\t"
      "ldmia  r0!, {r1, r2, r3, r4, r5, r6}\n\t"
      "ldmia  r0!, {r7, r8, r9, r10, r11, r12, lr}\n\t"
      "ldr    r0, [r0]\n\t"
      "push   {r0, r6}\n\t"
      "adr.w  r0, 4f\n\t"
      "add    r0, #1\n\t" /* in Thumb state */
      "mov    r6, #" NOOK_TWO_OF_FOUR_BYTES
      "\n\t"
      "mla    r0, lr, r6, r0\n\t"
      "str    r7, [sp, #8]\n\t"
      "strd   r8, r9, [sp, #12]\n\t"
      "strd   r10, r0, [sp, #20]\n\t"
      "strd   r11, r12, [sp, #28]\n\t"
      "mov    lr, r7\n\t"
      "ldr    r0, [sp, #4]\n\t"
      ".balign 4\n"
      "1:\n\t" /* four inputs of four pixels, r1 to r4, r5 bytes from the first: six words below r0 */
      "ldr    r6, [r1, r5]\n\t"
      "ldr    r7, [r2, r5]\n\t"
      "ldr    r8, [r3, r5]\n\t"
      "ldr    r9, [r4, r5]\n\t"
      NOOK_HALFWORDS("r6", "r10") NOOK_HALFWORDS("r7", "r11") NOOK_NEIGHBOURS("r6", "r7", "r10", "r11")
      "str    r6, [r0, #-24]!\n\t"
      NOOK_HALFWORDS("r8", "r6")
      "str    r10, [r0, #12]\n\t"
      NOOK_NEIGHBOURS("r7", "r8", "r11", "r6")
      "str    r7, [r0, #4]\n\t"
      "str    r11, [r0, #16]\n\t"
      NOOK_HALFWORDS("r9", "r7") NOOK_NEIGHBOURS("r8", "r9", "r6", "r7")
      "str    r8, [r0, #8]\n\t"
      "str    r6, [r0, #20]\n\t"
      "subs   r5, #4\n\t"
      "it     mi\n\t"
      "movmi  r5, #0\n\t"
      "cmp    r0, lr\n\t"
      "bne    1b\n\t"
      "pop    {r12, lr}\n\t"
      "ldr    r5, [sp, #16]\n"
      "2:\n\t" /* two outputs: r0 the words, r5 where the first are multiplied */
      "ldrd   r6, r9, [r12], #8\n\t"
      "vldmia r12!, {s0-s15}\n\t"
      "mov    r7, r6\n\t"
      "mov    r8, r6\n\t"
      "mov    r10, r9\n\t"
      "mov    r11, r9\n\t"
      "bx     r5\n"
      "3:\n\t" /* the next inputs */
      "vldmia r12!, {s0-s15}\n\t"
      ".balign 4\n"
      "4:\n\t"
      NOOK_EIGHT_INPUTS_OF_FOUR("0", "1", "2", "3") NOOK_EIGHT_INPUTS_OF_FOUR("4", "5", "6", "7")
      NOOK_EIGHT_INPUTS_OF_FOUR("8", "9", "10", "11") NOOK_EIGHT_INPUTS_OF_FOUR("12", "13", "14", "15")
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", "16*" NOOK_TWO_OF_FOUR_BYTES)
      "cmp    r0, lr\n\t"
      "bne.w  3b\n\t"
      NOOK_FOUR_SUMS("r1", "r6", "r7", "r8") NOOK_FOUR_SUMS("r0", "r9", "r10", "r11")
      "ldmia  r12!, {r2, r3, r4, r5}\n\t"
      NOOK_OUTPUTS("r1", "r0") NOOK_OUTPUTS("r6", "r9") NOOK_OUTPUTS("r7", "r10") NOOK_OUTPUTS("r8", "r11")
      "ldmia  sp, {r0, r2, r3, r4, r5, r9, r10}\n\t"
      "strh   r1, [r2, #0]\n\t"
      "strh   r6, [r2, r3]\n\t"
      "strh   r7, [r2, r4]\n\t"
      "strh   r8, [r2, r9]\n\t"
      "cmp    r2, r10\n\t"
      "beq    6f\n\t"
      "adds   r2, #2\n\t"
      "cmp    r2, r10\n\t"
      "it     hi\n\t"
      "movhi  r2, r10\n\t"
      "str    r2, [sp, #4]\n\t"
      "b.w    2b\n\t"
      "6:\n\t"
      "add    sp, #28\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
