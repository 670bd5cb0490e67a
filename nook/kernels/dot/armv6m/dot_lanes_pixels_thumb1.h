#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_

#include "nook/kernels/dot/lanes.h"

/* Computes all outputs of both pixels, without clamping, or their sums if `to` is not null. The words of x
 * are already in groups of five and end where the job's words end. Returns the end of the packed weights of
 * the part. */
const void* nook_dot_lanes_pixels_thumb1(const nook_lanes_job* job);

/* Converts groups of four words to {2^15 - 128 * their sum, the four}, in ascending order, so `to` must
 * precede `from`. */
void nook_lanes_put_sums_thumb1(uint32_t* to, const uint32_t* from, const uint32_t* end);

#endif
