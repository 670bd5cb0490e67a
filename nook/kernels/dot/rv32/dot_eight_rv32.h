/* dot_segments.h on cores with 32 registers, two pixels with eight outputs at once.
 *
 * The packed weights have, for each eight outputs, the weights, input by input (w[0][i] to w[7][i]), followed
 * by {bias, multiplier, shift} of each. The bias includes the zero point of the input, the multiplier is
 * doubled (unsigned), and the right shift is stored minus one. Each remaining output has its weights, padded
 * to a multiple of 4 bytes, and {bias, multiplier, shift}. */
#ifndef NOOK_KERNELS_DOT_RV32_DOT_EIGHT_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_EIGHT_RV32_H_

#include "nook/kernels/dot/dot_segments.h"

/* Ten loads, 16 multiplications and 16 additions for 16 multiply-accumulates, plus the loop. Sums wrap
 * around, as in the reference. */
void nook_dot_eight_rv32(const nook_dot_segments* job);

#endif
