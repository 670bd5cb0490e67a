/* The assembler code of tiles of three pixels and four outputs, whose weights share halfwords
 * (dot_3x4_k16_fpu.h says how), which kernels share; C99 with gcc or clang. Registers while they are
 * multiplied: r5 the inputs, r1 to r3 two of each pixel, r0 weights. The three sums of the first pixel are in
 * r6 to r8, of the second in r9 to r11, of the third in r12, lr and r4. */
#ifndef NOOK_KERNELS_ASM_TILE_3X4_FPU_H_
#define NOOK_KERNELS_ASM_TILE_3X4_FPU_H_

#include "nook/kernels/asm/neighbours_dsp.h"

#define NOOK_FROM_FPU(to, from) "vmov   " to ", " from "\n\t"

#define NOOK_PRODUCTS(p, q, r) \
  "smlad  " p ", r1, r0, " p   \
  "\n\t"                       \
  "smlad  " q ", r2, r0, " q   \
  "\n\t"                       \
  "smlad  " r ", r3, r0, " r "\n\t"
/* The same where the sums of all pixels begin as those of the first. */
#define NOOK_FIRST_PRODUCTS(p, q, r) \
  "smlad  " q ", r2, r0, " p         \
  "\n\t"                             \
  "smlad  " r ", r3, r0, " p         \
  "\n\t"                             \
  "smlad  " p ", r1, r0, " p "\n\t"
/* With a + 256 * b, b + 256 * c and c + 256 * d. */
#define NOOK_FIRST_SUMS(NOOK_EACH)  NOOK_EACH("r6", "r9", "r12")
#define NOOK_SECOND_SUMS(NOOK_EACH) NOOK_EACH("r7", "r10", "lr")
#define NOOK_THIRD_SUMS(NOOK_EACH)  NOOK_EACH("r8", "r11", "r4")

/* Four outputs of all pixels: a in r0 to r2, the others where the sums were. */
#define NOOK_SUMS_TAKEN_APART              \
  NOOK_FOUR_SUMS("r0", "r6", "r7", "r8")   \
  NOOK_FOUR_SUMS("r1", "r9", "r10", "r11") \
  NOOK_FOUR_SUMS("r2", "r12", "lr", "r4")
/* An output of all pixels, whose {multiplier, plus} are in r3 and r5. */
#define NOOK_ONCE_OF_THREE(p, q, r) \
  "smmla  " p ", " p                \
  ", r3, r5\n\t"                    \
  "smmla  " q ", " q                \
  ", r3, r5\n\t"                    \
  "smmla  " r ", " r ", r3, r5\n\t"
#define NOOK_ONCE_A NOOK_ONCE_OF_THREE("r0", "r1", "r2")
#define NOOK_ONCE_B NOOK_ONCE_OF_THREE("r6", "r9", "r12")
#define NOOK_ONCE_C NOOK_ONCE_OF_THREE("r7", "r10", "lr")
#define NOOK_ONCE_D NOOK_ONCE_OF_THREE("r8", "r11", "r4")

/* r0 to r2 become the outputs of a pixel each, a word, and are stored. At sp are 0 the inputs of the next
 * tile, 4 what its sums begin with, 16 y of this one, 20 from there to the next, 24 and 28 from there to the
 * second and the third pixel, 32 y of the last tile: all that comes to r5 to r12 and lr. Then y is the next
 * tile's, and the flags say whether this was the last one. */
#define NOOK_OUTPUTS_STORED                                \
  NOOK_TOGETHER("r0", "r6", "r7", "r8", ", asr #12")       \
  NOOK_TOGETHER("r1", "r9", "r10", "r11", ", asr #12")     \
  NOOK_TOGETHER("r2", "r12", "lr", "r4", ", asr #12")      \
  "ldmia  sp, {r5, r6, r7, r8, r9, r10, r11, r12, lr}\n\t" \
  "str    r0, [r9, #0]\n\t"                                \
  "str    r1, [r9, r11]\n\t"                               \
  "str    r2, [r9, r12]\n\t"                               \
  "cmp    r9, lr\n\t"                                      \
  "add    r9, r10\n\t"                                     \
  "str    r9, [sp, #16]\n\t"

#endif
