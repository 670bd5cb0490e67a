/* SUM: y = sum of x along axes. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SUM_SUM_H_
#define NOOK_OPS_SUM_SUM_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* y = clamp(rescale(sum of (x - in_zero), multiplier, shift) + out_zero, least, most); sums wrap around. */
typedef struct nook_sum {
  nook_reduction_walk walk;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / scale of y, see nook/core/fixed_point.h */
  int32_t least, most;       /* range of the element type */
} nook_sum;

/* x and y are dense; they may be the same memory. */
void nook_sum_s8_ref(const nook_sum* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_sum_s16_ref(const nook_sum* p, const int16_t* x, int16_t* y, void* scratch_memory);
nook_reduction_f32_kernel nook_sum_f32_ref;
nook_reduction_s32_kernel nook_sum_s32_ref; /* integers without a scale; sums wrap around */

NOOK_END_C

#endif
