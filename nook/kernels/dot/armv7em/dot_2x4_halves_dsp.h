/* Dot products of halfwords, on cores with DSP instructions: two pixels with four outputs, for products of
 * two activations. Zero points are already subtracted from both.
 *
 * Inputs come four at a time, the last ones padded with zeros: elements 0 and 2 of the first pixel share a
 * word, and so do elements 0 and 2 of the second pixel; then elements 1 and 3 of both. Likewise, for each
 * four outputs, four words have their elements 0 and 2, and four their elements 1 and 3. If the outputs are
 * not a multiple of four, the last four overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_HALVES_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_HALVES_DSP_H_

#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"

/* Words of two pixels, and of four outputs, with this many elements. */
static inline int32_t nook_halves_of_pixels(int32_t depth) { return (depth + 3) / 4 * 4; }
static inline int32_t nook_halves_of_outputs(int32_t depth) { return (depth + 3) / 4 * 8; }

/* 22 instructions for 32 multiply-accumulates, 3 for the loop per two such blocks, and 56 for eight outputs.
 * Sums are below 2^29 in magnitude. The job's `from` and `to` are not used, and its pairs of inputs are even.
 * `multiplier` and `power`: as in fixed_output.h for small factors, the same for all outputs. */
void nook_dot_2x4_halves_dsp(const nook_dot_2x4* job, const uint32_t* packed, int32_t multiplier,
                             int32_t power);

#endif
