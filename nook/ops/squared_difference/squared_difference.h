/* SQUARED_DIFFERENCE: y = (a - b) * (a - b). Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SQUARED_DIFFERENCE_SQUARED_DIFFERENCE_H_
#define NOOK_OPS_SQUARED_DIFFERENCE_SQUARED_DIFFERENCE_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = clamp(rescale((a - b) * (a - b), multiplier, shift) + y_zero, least, most), with a and b rescaled
 * before */
typedef struct nook_squared_difference {
  nook_binary_walk walk;
  nook_binary_scales scales;
  int32_t y_zero, multiplier, shift; /* see nook/core/fixed_point.h */
  int32_t least, most;               /* range of the element type */
} nook_squared_difference;

/* y is dense. An operand that is not broadcast may share memory with y. */
void nook_squared_difference_s8_ref(const nook_squared_difference* p, const int8_t* a, const int8_t* b,
                                    int8_t* y, void* scratch_memory);
void nook_squared_difference_s16_ref(const nook_squared_difference* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory);
nook_binary_plain_f32_kernel nook_squared_difference_f32_ref;
nook_binary_plain_s32_kernel nook_squared_difference_s32_ref;

NOOK_END_C

#endif
