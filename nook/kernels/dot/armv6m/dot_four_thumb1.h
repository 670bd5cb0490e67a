/* dot_segments.h for Thumb-1, ARMv6-M, four outputs of a pixel at once.
 *
 * The packed weights have {2 * bias, multiplier, shift} of each output, where the bias includes the zero
 * point of the input and the right shift is stored minus one, and then the weights, output by output. */
#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_THUMB1_H_

#include "nook/kernels/dot/dot_segments.h"

/* Requires at least four outputs; exact if takes_shifted_output() (fixed_output.h) accepts them. For four
 * multiply-accumulates: five loads, four multiplications, four additions, one increment, and a quarter of the
 * loop. Advances x and y of the job past the last pixel. */
void nook_dot_four_thumb1(nook_dot_segments* job);

#endif
