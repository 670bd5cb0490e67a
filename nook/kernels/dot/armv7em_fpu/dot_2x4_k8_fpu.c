#include "nook/kernels/dot/armv7em_fpu/dot_2x4_k8_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/product_outputs_fpu.h"
#include "nook/kernels/asm/unpack_word_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_2x4_k8) == 28 ? 1 : -1];

/* Registers: r3 x, lr y, r0 y of the second pixel; r4 to r7 the inputs of the first pixel, r8 to r11 those of
 * the second; r1 and r12 the sums; r2 a word of the stream. */
#define NOOK_WORD(w, x, second_x) \
  "vmov   r2, s" w                \
  "\n\t"                          \
  "smlad  r12, " second_x         \
  ", r2, r12\n\t"                 \
  "smlad  r1, " x ", r2, r1\n\t"
#define NOOK_OUTPUT(start, w0, w1, w2, w3, multiplier)                             \
  "vmov   r1, r2, s" start ", s" w0                                                \
  "\n\t"                                                                           \
  "smlad  r12, r8, r2, r1\n\t"                                                     \
  "smlad  r1, r4, r2, r1\n\t" NOOK_WORD(w1, "r5", "r9") NOOK_WORD(w2, "r6", "r10") \
      NOOK_WORD(w3, "r7", "r11") NOOK_PRODUCT_OUTPUTS(multiplier, "r1", "r12", "lr", "r0")

/* On the stack: 0 the job, 4 the stream, 8 y of the first pixel. In registers of the FPU: s24 from behind the
 * outputs of a pixel to y of the next two, s25 x behind the twos, s26 x behind all pixels. */
NOOK_ASSEMBLY void nook_dot_2x4_k8_fpu(const nook_dot_2x4_k8* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s26}\n\t"
      "sub    sp, #12\n\t"
      "ldrd   r1, r2, [r0, #4]\n\t"
      "str    r0, [sp, #0]\n"
      "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */
      "vldmia r1!, {s0-s23}\n\t"
      "strd   r1, r2, [sp, #4]\n\t"
      "ldr    r3, [r0, #0]\n\t"
      "ldrd   r4, r5, [r0, #16]\n\t"
      "ldr    r6, [r0, #24]\n\t"
      "mov    lr, r2\n\t"
      "adds   r0, r2, r4\n\t"
      "lsls   r4, r4, #1\n\t"
      "subs   r4, #4\n\t"
      "add    r5, r3, r5, lsl #4\n\t"
      "add    r6, r5, r6, lsl #3\n\t"
      "vmov   s24, s25, r4, r5\n\t"
      "vmov   s26, r6\n\t"
      ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */
      "2:\n\t"      /* two pixels */
      "ldr    r6, [r3, #4]\n\t"
      "ldr    r8, [r3, #8]\n\t"
      "ldr    r10, [r3, #12]\n\t"
      "ldr    r4, [r3], #16\n\t"
      NOOK_UNPACK("r6", "r7") NOOK_UNPACK("r8", "r9") NOOK_UNPACK("r10", "r11") NOOK_UNPACK("r4", "r5")
      NOOK_OUTPUT("0", "1", "2", "3", "4", "5") NOOK_OUTPUT("6", "7", "8", "9", "10", "11")
      NOOK_OUTPUT("12", "13", "14", "15", "16", "17") NOOK_OUTPUT("18", "19", "20", "21", "22", "23")
      "vmov   r1, r2, s24, s25\n\t"
      "add    lr, r1\n\t"
      "add    r0, r1\n\t"
      "cmp    r3, r2\n\t"
      "bne.w  2b\n\t"
      "vmov   r2, s26\n\t"
      "cmp    r3, r2\n\t"
      "beq    3f\n\t"
      "vmov   s25, r2\n\t" /* once more, the last two */
      "subs   r3, #8\n\t"
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r1, [r1, #16]\n\t"
      "sub    lr, lr, r1\n\t"
      "subs   r0, r0, r1\n\t"
      "b      2b\n"
      "3:\n\t"
      "ldr    r0, [sp, #0]\n\t"
      "ldrd   r1, r2, [sp, #4]\n\t"
      "ldr    r3, [r0, #12]\n\t"
      "cmp    r2, r3\n\t"
      "beq    4f\n\t"
      "adds   r2, #4\n\t"
      "cmp    r2, r3\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  r2, r3\n\t"
      "b      1b\n"
      "4:\n\t"
      "add    sp, #12\n\t"
      "vpop   {s16-s26}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
