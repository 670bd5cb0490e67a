#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_

#include "nook/kernels/dot/lanes.h"

/* nook_lanes_job with the words of x in the kernel's format, groups of five. Assembly loads all fields in
 * order. */
typedef struct nook_lanes_part {
  const uint32_t* x;
  int32_t x_bytes;
  const void* weights;
  int32_t outputs;
  int8_t *y0, *y1;
  int32_t zero;
  const uint32_t* from;
  uint32_t* to;
  uint32_t start; /* initial sums of the first pixel */
} nook_lanes_part;
typedef char nook_lanes_part_is_known[sizeof(void*) != 4 || sizeof(nook_lanes_part) == 40 ? 1 : -1];

/* Computes all outputs of both pixels, without clamping, or their sums if `to` is not null. Returns the end
 * of the packed weights of the part. */
const void* nook_dot_lanes_pixels_thumb1(const nook_lanes_part* part);

/* Converts groups of four words to {2^15 - 128 * their sum, the four}, in ascending order, so `to` must
 * precede `from`. */
void nook_lanes_put_sums_thumb1(uint32_t* to, const uint32_t* from, const uint32_t* end);

#endif
