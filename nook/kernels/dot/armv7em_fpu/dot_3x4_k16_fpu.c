#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_3x4_fpu.h"

typedef char nook_numbers_are_known[NOOK_3X4_K16_PIXELS == 24 && NOOK_3X4_K16_INPUTS == 16 ? 1 : -1];
typedef char nook_stream_is_known[NOOK_3X4_K16_BYTES == (NOOK_3X4_K16_INPUTS / 2 * 3 + 11) * 4 ? 1 : -1];

/* Four inputs of three pixels, r0 to r2: two words of each, side by side, from r9 on. */
#define NOOK_FOUR_INPUTS_OF_THREE \
  "ldr    r3, [r0], #4\n\t"       \
  "ldr    r4, [r1], #4\n\t"       \
  "ldr    r5, [r2], #4\n\t"       \
  "sxtb16 r6, r3, ror #8\n\t"     \
  "sxtb16 r7, r4, ror #8\n\t"     \
  "sxtb16 r8, r5, ror #8\n\t"     \
  "sxtb16 r3, r3\n\t"             \
  "sxtb16 r4, r4\n\t"             \
  "sxtb16 r5, r5\n\t"             \
  "stmia  r9!, {r3, r4, r5, r6, r7, r8}\n\t"

#define NOOK_TWO_INPUTS_OF_THREE(NOOK_EACH, a, b, c)                                                      \
  "ldmia  r5!, {r1, r2, r3}\n\t" NOOK_FROM_FPU("r0", a) NOOK_FIRST_SUMS(NOOK_EACH) NOOK_FROM_FPU("r0", b) \
      NOOK_SECOND_SUMS(NOOK_EACH) NOOK_FROM_FPU("r0", c) NOOK_THIRD_SUMS(NOOK_EACH)

#define NOOK_SCALE(multiplier, plus) NOOK_FROM_FPU("r3", multiplier) NOOK_FROM_FPU("r5", plus)

/* The pixels are three thirds of the strip, or overlap if their number is no multiple of three; a tile is one
 * pixel of each.
 *
 * On the stack: what tile_3x4_fpu.h says, 36 the stream, 40 from the first tile's y to the last one's, 44 y
 * of the last tile and the last four outputs, 48 what is behind x, 52 the words, 920 how many pixels are
 * left, the last argument. */
NOOK_ASSEMBLY void nook_dot_3x4_k16_fpu(const int8_t* x NOOK_IN_REGISTER, const void* stream NOOK_IN_REGISTER,
                                        int8_t* y NOOK_IN_REGISTER, int32_t outputs NOOK_IN_REGISTER,
                                        int32_t pixels NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "subw   sp, sp, #820\n"
      "5:\n\t" /* a strip: r0 x, r1 the stream, r2 y, r3 outputs */
      "ldr    r5, [sp, #920]\n\t"
      "movs   r4, #24\n\t"
      "cmp    r5, r4\n\t"
      "it     lo\n\t"
      "movlo  r4, r5\n\t"
      "subs   r5, r5, r4\n\t"
      "str    r5, [sp, #920]\n\t"
      "adds   r5, r4, #2\n\t"
      "movs   r6, #3\n\t"
      "udiv   r5, r5, r6\n\t" /* pixels of a third */
      "subs   r7, r4, r5\n\t" /* from the first pixel to the third third */
      "lsrs   r6, r7, #1\n\t" /* and to the second */
      "mul    r8, r3, r5\n\t"
      "sub    r8, r8, r3\n\t"
      "add    lr, r2, r8\n\t"
      "add    r9, lr, r3\n\t"
      "subs   r9, #4\n\t"
      "strd   r8, r9, [sp, #40]\n\t"
      "mul    r9, r3, r6\n\t"
      "mul    r10, r3, r7\n\t"
      "str    r3, [sp, #20]\n\t"
      "strd   r9, r10, [sp, #24]\n\t"
      "strd   lr, r1, [sp, #32]\n\t"
      "add    r10, r0, r5, lsl #4\n\t"
      "add    r1, r0, r6, lsl #4\n\t"
      "add    r2, r0, r7, lsl #4\n\t"
      "add    r9, sp, #52\n\t"
      ".balign 4\n"
      "1:\n\t" NOOK_FOUR_INPUTS_OF_THREE
      "cmp    r0, r10\n\t"
      "bne    1b\n\t"
      "str    r2, [sp, #48]\n\t"
      "ldrd   r1, r0, [sp, #36]\n"
      "2:\n\t" /* four outputs: r1 their stream, lr y of the last tile, r0 from the first tile's y to there */
      "vldmia r1!, {s0-s31}\n\t"
      "ldmia  r1!, {r6, r7, r8}\n\t"
      "add    r5, sp, #52\n\t"
      "sub    r9, lr, r0\n\t"
      "strd   lr, r1, [sp, #32]\n\t"
      "stmia  sp, {r5, r6, r7, r8, r9}\n\t"
      ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */
      "3:\n\t"      /* a tile */
      NOOK_TWO_INPUTS_OF_THREE(NOOK_FIRST_PRODUCTS, "s0", "s1", "s2") NOOK_TWO_INPUTS_OF_THREE(
          NOOK_PRODUCTS, "s3", "s4", "s5") NOOK_TWO_INPUTS_OF_THREE(NOOK_PRODUCTS, "s6", "s7", "s8")
          NOOK_TWO_INPUTS_OF_THREE(NOOK_PRODUCTS, "s9", "s10", "s11") NOOK_TWO_INPUTS_OF_THREE(
              NOOK_PRODUCTS, "s12", "s13", "s14") NOOK_TWO_INPUTS_OF_THREE(NOOK_PRODUCTS, "s15", "s16", "s17")
              NOOK_TWO_INPUTS_OF_THREE(NOOK_PRODUCTS, "s18", "s19", "s20") NOOK_TWO_INPUTS_OF_THREE(
                  NOOK_PRODUCTS, "s21", "s22",
                  "s23") "str    r5, [sp, #0]\n\t" NOOK_SUMS_TAKEN_APART NOOK_SCALE("s24", "s25")
                  NOOK_ONCE_A NOOK_SCALE("s26", "s27") NOOK_ONCE_B NOOK_SCALE("s28", "s29")
                      NOOK_ONCE_C NOOK_SCALE("s30", "s31") NOOK_ONCE_D NOOK_OUTPUTS_STORED
      "bne.w  3b\n\t"
      "ldrd   r1, r0, [sp, #36]\n\t"
      "ldr    r2, [sp, #44]\n\t"
      "cmp    lr, r2\n\t"
      "beq    4f\n\t"
      "add    lr, #4\n\t"
      "cmp    lr, r2\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  lr, r2\n\t"
      "b      2b\n"
      "4:\n\t"
      "ldr    r5, [sp, #920]\n\t"
      "cbz    r5, 6f\n\t"
      "ldr    r0, [sp, #28]\n\t"
      "ldr    r3, [sp, #20]\n\t"
      "add    r2, r2, r0\n\t"
      "adds   r2, #4\n\t"
      "ldr    r0, [sp, #48]\n\t"
      "adds   r4, r3, #3\n\t"
      "lsrs   r4, r4, #2\n\t"
      "movs   r5, #140\n\t"
      "mls    r1, r4, r5, r1\n\t" /* to the first outputs */
      "b      5b\n"
      "6:\n\t"
      "addw   sp, sp, #820\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
