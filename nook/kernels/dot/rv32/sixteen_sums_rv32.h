/* Fully connected layers on cores with 32 registers, two inputs per multiplication: with X = x2 + 2^16 * x0
 * and W = w0 + 2^16 * w2, the high half of X * W is x0 * w0 + x2 * w2 plus the carry of the low half. Sixteen
 * outputs at once.
 *
 * The packed weights have the layout of dot_lanes_rv32.h in one part, with sixteen outputs per block, weights
 * stored plus 128 (so that a mask extracts two of them), and the offset of a rest is the index of its input.
 * Four inputs take ten instructions per output and 16 for all sixteen: 2.75 per multiply-accumulate. Two such
 * products are added; the contribution of the added 128 is computed from the inputs. With 2^15 added, the low
 * half is never negative, and all four products are in the high half if 128 times the magnitudes of their
 * weights fits int16. */
#ifndef NOOK_KERNELS_DOT_RV32_SIXTEEN_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_SIXTEEN_SUMS_RV32_H_

#include <stdint.h>

enum { NOOK_PAIRS_RV32 = 16 };

/* Returns the end of the weights. */
const void* nook_sixteen_sums_rv32(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums);

#endif
