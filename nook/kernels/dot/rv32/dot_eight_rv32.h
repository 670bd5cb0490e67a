/* dot_runs.h on cores with 32 registers, two pixels with eight outputs at a time.
 *
 * The stream has the weights of eight outputs together, input by input (w[0][i] to w[7][i]), and behind them
 * {bias, multiplier, shift} of each, with the zero point of the input folded into the bias, the multiplier
 * doubled (unsigned) and the right shift minus one. The outputs that are left stand one by one: weights, up
 * to a multiple of 4 bytes, and {bias, multiplier, shift}. */
#ifndef NOOK_KERNELS_DOT_RV32_DOT_EIGHT_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_EIGHT_RV32_H_

#include "nook/kernels/dot/dot_runs.h"

/* Ten loads, 16 multiplications and 16 additions for 16 multiply-accumulates, and the loop. Sums wrap around,
 * as in the reference. */
void nook_dot_eight_rv32(const nook_dot_runs* job);

#endif
