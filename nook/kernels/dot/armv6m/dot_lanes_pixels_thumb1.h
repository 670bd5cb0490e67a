#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_LANES_PIXELS_THUMB1_H_

#include "nook/kernels/dot/lanes.h"

/* nook_lanes_job with the words of x as the kernel has them, in groups of five. Assembly loads all fields in
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
  uint32_t start; /* of the sums of the first pixel */
} nook_lanes_part;
typedef char nook_lanes_part_is_known[sizeof(void*) != 4 || sizeof(nook_lanes_part) == 40 ? 1 : -1];

/* All outputs of both pixels, not clamped, or their sums if `to` is not null. Returns the end of the packed
 * weights of the part. */
const void* nook_dot_lanes_pixels_thumb1(const nook_lanes_part* part);

/* Groups of four words become {2^15 - 128 * their sum, the four}, from the first on: `to` precedes `from`. */
void nook_lanes_put_sums_thumb1(uint32_t* to, const uint32_t* from, const uint32_t* end);

#endif
