#include "nook/ops/shared/dot_4x2_fpu.h"

#include "nook/ops/shared/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_4x2) == 24 ? 1 : -1];

/* Registers: r0 the target, r1 to r3 and r12 the pixels, lr the end of the target. Single stores: stm would
 * take a cycle more. */
__attribute__((naked, noinline, aligned(4))) void nook_unpack_4x2_fpu(int32_t* to __attribute__((unused)),
                                                                      const int8_t* x __attribute__((unused)),
                                                                      int32_t step __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "add    r3, r1, r2, lsl #1\n\t"
      "add    r12, r3, r2\n\t"
      "add    r2, r1\n\t"
      "add    lr, r0, #512\n"
      "1:\n\t"
      "ldr    r4, [r1], #4\n\t"
      "ldr    r5, [r2], #4\n\t"
      "ldr    r6, [r3], #4\n\t"
      "ldr    r7, [r12], #4\n\t"
      "sxtb16 r8, r4\n\t"
      "sxtb16 r9, r5\n\t"
      "sxtb16 r10, r6\n\t"
      "sxtb16 r11, r7\n\t"
      "sxtb16 r4, r4, ror #8\n\t"
      "sxtb16 r5, r5, ror #8\n\t"
      "sxtb16 r6, r6, ror #8\n\t"
      "sxtb16 r7, r7, ror #8\n\t"
      "str    r8, [r0], #32\n\t"
      "str    r9, [r0, #-28]\n\t"
      "str    r10, [r0, #-24]\n\t"
      "str    r11, [r0, #-20]\n\t"
      "str    r4, [r0, #-16]\n\t"
      "str    r5, [r0, #-12]\n\t"
      "str    r6, [r0, #-8]\n\t"
      "str    r7, [r0, #-4]\n\t"
      "cmp    r0, lr\n\t"
      "bne    1b\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

/* Registers of four pixels: r0 the inputs, r1 weights of both outputs, r2 to r5 two inputs of each pixel. The
 * sums of products with a are in r6, r8, r10 and r12, those with 256 * b + a in r7, r9, r11 and lr. */
#define TWO_INPUTS_OF_FOUR(weights)  \
  "vmov   r1, " weights              \
  "\n\t"                             \
  "ldmia  r0!, {r2, r3, r4, r5}\n\t" \
  "smlad  r7, r2, r1, r7\n\t"        \
  "smlad  r9, r3, r1, r9\n\t"        \
  "smlad  r11, r4, r1, r11\n\t"      \
  "smlad  lr, r5, r1, lr\n\t"        \
  "sxtb16 r1, r1\n\t"                \
  "smlad  r6, r2, r1, r6\n\t"        \
  "smlad  r8, r3, r1, r8\n\t"        \
  "smlad  r10, r4, r1, r10\n\t"      \
  "smlad  r12, r5, r1, r12\n\t"
/* The same where the sums of all pixels begin as those of the first. */
#define FIRST_OF_FOUR(weights)       \
  "vmov   r1, " weights              \
  "\n\t"                             \
  "ldmia  r0!, {r2, r3, r4, r5}\n\t" \
  "smlad  lr, r5, r1, r7\n\t"        \
  "smlad  r11, r4, r1, r7\n\t"       \
  "smlad  r9, r3, r1, r7\n\t"        \
  "smlad  r7, r2, r1, r7\n\t"        \
  "sxtb16 r1, r1\n\t"                \
  "smlad  r12, r5, r1, r6\n\t"       \
  "smlad  r10, r4, r1, r6\n\t"       \
  "smlad  r8, r3, r1, r6\n\t"        \
  "smlad  r6, r2, r1, r6\n\t"
#define FOUR_INPUTS_OF_FOUR(a, b)        TWO_INPUTS_OF_FOUR(a) TWO_INPUTS_OF_FOUR(b)
#define EIGHT_INPUTS_OF_FOUR(a, b, c, d) FOUR_INPUTS_OF_FOUR(a, b) FOUR_INPUTS_OF_FOUR(c, d)

/* Two outputs, a and b: both in a halfword. */
#define OUTPUTS(a, b)                                                                                      \
  "smmla  " a ", " a                                                                                       \
  ", r2, r3\n\t"                                                                                           \
  "smmla  " b ", " b ", r4, r5\n\t" SATURATED(a, ", asr #12") SATURATED(b, ", asr #12") "bfi    " a ", " b \
                                                                                        ", #8, #8\n\t"

/* Registers of one pixel: r6 its inputs, r0 and r7 four of them, r8 two; r12 and lr weights; the sums in r10
 * and r11. */
#define FOUR_BYTES(x, weights)   \
  "vmov   r12, lr, " weights     \
  "\n\t"                         \
  "sxtb16 r8, " x                \
  "\n\t"                         \
  "smlad  r11, r8, r12, r11\n\t" \
  "sxtb16 r12, r12\n\t"          \
  "smlad  r10, r8, r12, r10\n\t" \
  "sxtb16 " x ", " x             \
  ", ror #8\n\t"                 \
  "smlad  r11, " x               \
  ", lr, r11\n\t"                \
  "sxtb16 lr, lr\n\t"            \
  "smlad  r10, " x ", lr, r10\n\t"
#define EIGHT_BYTES(first, second, weights, more_weights) \
  "ldr    r0, [r6, #" first                               \
  "]\n\t"                                                 \
  "ldr    r7, [r6, #" second "]\n\t" FOUR_BYTES("r0", weights) FOUR_BYTES("r7", more_weights)

/* On the stack: 0 y, 4 apart, 8 the inputs, 12 the last pixel, 16 the end, 20 the stream, 24 what sums begin
 * as. */
__attribute__((naked, noinline, aligned(4))) void nook_dot_4x2_fpu(const nook_dot_4x2* job
                                                                   __attribute__((unused))) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #32\n\t"
      "ldmia  r0, {r2, r3, r4, r5, r6, r7}\n\t"
      "stmia  sp, {r2, r3, r4, r5, r6, r7}\n\t"
      "mov    r1, r7\n\t"
      ".balign 4\n"
      "1:\n\t" /* two outputs: r1 their part of the stream */
      "ldrd   r6, r7, [r1], #8\n\t"
      "vldmia r1!, {s0-s31}\n\t"
      "ldr    r0, [sp, #8]\n\t"
      "str    r1, [sp, #20]\n\t"
      "strd   r6, r7, [sp, #24]\n\t"
      FIRST_OF_FOUR("s0") TWO_INPUTS_OF_FOUR("s1") FOUR_INPUTS_OF_FOUR("s2", "s3")
      EIGHT_INPUTS_OF_FOUR("s4", "s5", "s6", "s7") EIGHT_INPUTS_OF_FOUR("s8", "s9", "s10", "s11")
      EIGHT_INPUTS_OF_FOUR("s12", "s13", "s14", "s15") EIGHT_INPUTS_OF_FOUR("s16", "s17", "s18", "s19")
      EIGHT_INPUTS_OF_FOUR("s20", "s21", "s22", "s23") EIGHT_INPUTS_OF_FOUR("s24", "s25", "s26", "s27")
      EIGHT_INPUTS_OF_FOUR("s28", "s29", "s30", "s31")
      "ldr    r1, [sp, #20]\n\t"
      SCALED("r6", "r7") SCALED("r8", "r9") SCALED("r10", "r11") SCALED("r12", "lr")
      "ldmia  r1!, {r2, r3, r4, r5}\n\t"
      OUTPUTS("r6", "r7") OUTPUTS("r8", "r9") OUTPUTS("r10", "r11") OUTPUTS("r12", "lr")
      "ldrd   r0, r7, [sp, #0]\n\t"
      "add    r9, r0, r7, lsl #1\n\t"
      "strh   r6, [r0, #0]\n\t"
      "strh   r8, [r0, r7]\n\t"
      "strh   r10, [r9, #0]\n\t"
      "strh   r12, [r9, r7]\n\t"
      "ldr    r6, [sp, #12]\n\t"
      "cmp    r6, #0\n\t"
      "beq.w  2f\n\t"
      "add    r9, r9, r7, lsl #1\n\t" /* one more pixel */
      "ldrd   r10, r11, [sp, #24]\n\t"
      EIGHT_BYTES("0", "4", "s0, s1", "s2, s3") EIGHT_BYTES("8", "12", "s4, s5", "s6, s7")
      EIGHT_BYTES("16", "20", "s8, s9", "s10, s11") EIGHT_BYTES("24", "28", "s12, s13", "s14, s15")
      EIGHT_BYTES("32", "36", "s16, s17", "s18, s19") EIGHT_BYTES("40", "44", "s20, s21", "s22, s23")
      EIGHT_BYTES("48", "52", "s24, s25", "s26, s27") EIGHT_BYTES("56", "60", "s28, s29", "s30, s31")
      SCALED("r10", "r11") OUTPUTS("r10", "r11")
      "strh   r10, [r9, #0]\n"
      "2:\n\t"
      "ldr    r0, [sp, #0]\n\t"
      "ldr    r2, [sp, #16]\n\t"
      "adds   r0, #2\n\t"
      "cmp    r0, r2\n\t"
      "str    r0, [sp, #0]\n\t"
      "bls.w  1b\n\t"
      "add    sp, #32\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
