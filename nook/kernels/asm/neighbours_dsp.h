/* The assembler code of kernels that multiply two neighbouring pixels, or for two neighbouring outputs, at
 * once (dot_5x2_fpu.h says how), which they share; C99 with gcc or clang. */
#ifndef NOOK_KERNELS_ASM_NEIGHBOURS_DSP_H_
#define NOOK_KERNELS_ASM_NEIGHBOURS_DSP_H_

#include "nook/kernels/asm/tile_dsp.h"

/* Four bytes of a pixel: 0 and 2 stay in x, 1 and 3 go to x_odd. */
#define NOOK_HALFWORDS(x, x_odd) \
  "uxtb16 " x_odd ", " x         \
  ", ror #8\n\t"                 \
  "uxtb16 " x ", " x "\n\t"
/* The words of two neighbours, from their bytes 0 and 2 (p, q) and 1 and 3 (p_odd, q_odd): where p and p_odd
 * were. */
#define NOOK_NEIGHBOURS(p, q, p_odd, q_odd) \
  "orr    " p ", " p ", " q                 \
  ", lsl #8\n\t"                            \
  "orr    " p_odd ", " p_odd ", " q_odd ", lsl #8\n\t" NOOK_LOW_BYTES_RAISED(p) NOOK_LOW_BYTES_RAISED(p_odd)
#define NOOK_LOW_BYTES_RAISED(v) "eor    " v ", #0x00800080\n\t"

/* 256 times each of four sums A to D, from s = A + 256 * B, t = B + 256 * C and u = C + 256 * D: of A in
 * `first`, of the others where those were. */
#define NOOK_FOUR_SUMS(first, s, t, u) \
  "sub    " first ", " t ", " u        \
  ", lsl #8\n\t"                       \
  "sub    " first ", " s ", " first    \
  ", lsl #8\n\t"                       \
  "lsl    " first ", " first           \
  ", #8\n\t"                           \
  "sub    " s ", " s ", " first        \
  ", asr #8\n\t"                       \
  "sub    " t ", " t ", " s            \
  ", asr #8\n\t"                       \
  "sub    " u ", " u ", " t ", asr #8\n\t"

/* Two outputs of a pixel, a and b, whose sums are scaled: both in a halfword. r2 to r5 are {multiplier, plus}
 * of each. */
#define NOOK_INSERTED(a, b) "bfi    " a ", " b ", #8, #8\n\t"
#define NOOK_OUTPUTS(a, b)    \
  NOOK_PRODUCT(a, "r2", "r3") \
  NOOK_PRODUCT(b, "r4", "r5") \
  NOOK_SATURATED(a, ", asr #12") NOOK_SATURATED(b, ", asr #12") NOOK_INSERTED(a, b)

#endif
