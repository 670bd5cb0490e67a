/* dot_runs.h for Thumb-1, ARMv6-M, four outputs of a pixel at a time.
 *
 * The stream has {2 * bias, multiplier, shift} of each output, with the zero point of the input folded into
 * the bias and the right shift minus one, and then the weights of each output, output by output. */
#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_THUMB1_H_

#include "nook/kernels/dot/dot_runs.h"

/* Exact where fixed_output.h says so, and for at least four outputs. Five loads, four multiplications, four
 * additions and one to go on for four multiply-accumulates, and a fourth of the loop. Leaves x and y of the
 * job behind the last pixel. */
void nook_dot_four_thumb1(nook_dot_runs* job);

#endif
