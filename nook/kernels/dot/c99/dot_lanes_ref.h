/* lanes.h in portable C, eight outputs of two pixels at once.
 *
 * The packed weights have, for each part and each eight outputs, the last of which may overlap the previous
 * ones: for every four inputs the weights of outputs 0 to 7, plus 128; then nook_lanes_output of each, with
 * {right shift minus one, rests}, its nook_lanes_rest, and in the last part its {bias, 2 * multiplier}. */
#ifndef NOOK_KERNELS_DOT_C99_DOT_LANES_REF_H_
#define NOOK_KERNELS_DOT_C99_DOT_LANES_REF_H_

#include "nook/kernels/dot/lanes.h"

enum { NOOK_LANES_REF = 8 };

/* Requires at least eight outputs. Before x there must be room for one word per four words of x, to which the
 * kernel moves them; offsets of rests refer to that position. Four inputs take 129 instructions on RV32 for
 * 64 multiply-accumulates: 32 multiplications, as many loads of weights and additions of products, 24 to
 * separate the halves, 5 loads of x, and the loop. Weights are unsigned, because some cores load signed bytes
 * in two instructions. Sums wrap around, as in the reference. Returns the end of the part. */
const void* nook_dot_lanes_ref(const nook_lanes_job* job);

static inline int32_t nook_lanes_at_ref(int32_t i) { return 20 * (i / 4) + 4 + i % 4 * 4; }

#endif
