/* lanes.h for Thumb-1, ARMv6-M, two outputs of two pixels at once.
 *
 * The packed weights have, for each part and each two outputs, the last of which may overlap the previous
 * one: for every four inputs the weights of both outputs, plus 128; then nook_lanes_output and
 * nook_lanes_rest of each, with {right shift minus one, rests}; and in the last part {2 * bias, multiplier}
 * of each. */
#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_THUMB1_H_

#include "nook/kernels/dot/lanes.h"

enum { NOOK_LANES_THUMB1 = 2 };

/* Requires at least two outputs; exact if takes_shifted_output() (fixed_output.h) accepts them. Before x
 * there must be room for one word per four words of x, to which the kernel moves them; offsets of rests refer
 * to that position. Four inputs take 32 instructions for 16 multiply-accumulates: 8 multiplications, as many
 * loads of weights, 6 additions of products, 8 to separate the halves, 2 for the inputs. Returns the end of
 * the part. */
const void* nook_dot_lanes_thumb1(const nook_lanes_job* job);

static inline int32_t nook_lanes_at_thumb1(int32_t i) { return 20 * (i / 4) + 4 + i % 4 * 4; }

#endif
