/* lanes.h for Thumb-1, ARMv6-M, two outputs of two pixels at a time.
 *
 * The stream has, for each two outputs, the last of which may overlap the one before: for every four inputs
 * the weights of both; then nook_lanes_output of each, with {2 * bias, multiplier, shift to the right less
 * one}, and its nook_lanes_rest. */
#ifndef NOOK_OPS_SHARED_DOT_LANES_THUMB1_H_
#define NOOK_OPS_SHARED_DOT_LANES_THUMB1_H_

#include "nook/ops/shared/lanes.h"

#define NOOK_LANES_THUMB1 2

/* Exact where fixed_output.h says so, and for at least two outputs. 42 instructions for 16
 * multiply-accumulates: 8 multiplications, 6 additions of products, 12 that unpack weights, 8 that take the
 * halves apart, the loads and the loop. */
void nook_dot_lanes_thumb1(const nook_lanes_job* job);

#endif
