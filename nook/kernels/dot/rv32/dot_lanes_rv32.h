/* lanes.h on cores with 32 registers, eight outputs of two pixels at once.
 *
 * The packed weights have, for each part and each eight outputs, the last of which may overlap the previous
 * ones: for every four inputs the weights of outputs 0 to 7; then nook_lanes_output of each, with {right
 * shift minus one, rests}, its nook_lanes_rest, and in the last part its {bias, 2 * multiplier}. */
#ifndef NOOK_KERNELS_DOT_RV32_DOT_LANES_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_LANES_RV32_H_

#include "nook/kernels/dot/lanes.h"

enum { NOOK_LANES_RV32 = 8 };

/* Requires at least eight outputs. 127 instructions for 64 multiply-accumulates: 36 loads, 32
 * multiplications, 24 additions of products, 32 to separate the halves, and the loop. Sums wrap around, as in
 * the reference. Returns the end of the part. */
const void* nook_dot_lanes_rv32(const nook_lanes_job* job);

#endif
