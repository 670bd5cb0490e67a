/* nook_sums_u8(): y = give(p, sum of x) for uint8. */
#ifndef NOOK_OPS_MEAN_SUMS_U8_H_
#define NOOK_OPS_MEAN_SUMS_U8_H_

#include "nook/ops/families/reduction_segments.h"

NOOK_SUMS(u8, uint8_t)

#endif
