/* lanes.h for Thumb-1, ARMv6-M, two outputs of two pixels at a time.
 *
 * The stream has, for each part and each two outputs, the last of which may overlap the one before: for
 * every four inputs the weights of both, 128 more than they are; then nook_lanes_output and nook_lanes_rest
 * of each, with {right shift minus one, rests}; and in the last part {2 * bias, multiplier} of each. */
#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_THUMB1_H_

#include "nook/kernels/dot/lanes.h"

#define NOOK_LANES_THUMB1 2

/* Exact where fixed_output.h says so, and for at least two outputs. In front of x there is a word for each
 * four of x, in which the kernel moves them: a rest has the place that input i has then. Four inputs take 32
 * instructions for 16 multiply-accumulates: 8 multiplications, as many loads of weights, 6 additions of
 * products, 8 that take the halves apart, 2 for the inputs. Returns the end of the part. */
const void* nook_dot_lanes_thumb1(const nook_lanes_job* job);

static inline int32_t nook_lanes_at_thumb1(int32_t i) { return 20 * (i / 4) + 4 + i % 4 * 4; }

#endif
