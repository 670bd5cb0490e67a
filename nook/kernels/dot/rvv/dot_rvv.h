/* dot_segments.h on cores with vectors: as many outputs as a vector has lanes, of three pixels at once.
 *
 * The packed weights have the bias of each output, which includes the zero point of the input; the multiplier
 * of each; the right shift of each, 16 bits, at least 1; zeros up to a multiple of 4; then the weights, input
 * by input, one of each output: w[0][i], w[1][i] and so on. Their order does not depend on the number of
 * lanes. */
#ifndef NOOK_KERNELS_DOT_RVV_DOT_RVV_H_
#define NOOK_KERNELS_DOT_RVV_DOT_RVV_H_

#include "nook/kernels/dot/dot_segments.h"

/* Ten instructions for an input of three pixels: two loads of weights, three of inputs, three multiplications
 * with addition, and the loop. There are 32 lanes if VLEN is 128. Sums wrap around, as in the reference. */
void nook_dot_rvv(const nook_dot_segments* job);

#endif
