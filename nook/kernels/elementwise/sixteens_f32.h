/* Functions of two float32 vectors, sixteen elements at a time. */
#ifndef NOOK_KERNELS_ELEMENTWISE_SIXTEENS_F32_H_
#define NOOK_KERNELS_ELEMENTWISE_SIXTEENS_F32_H_

#include "nook/kernels/asm/float_range.h"

/* Which operands are vectors: the other one is a number. Assembly depends on the numbers. */
enum { NOOK_SIXTEENS_BOTH = 0, NOOK_SIXTEENS_SECOND = 1, NOOK_SIXTEENS_FIRST = 2 };

/* y = clamp(a op b) of `sixteens` times 16 elements, at least one. y may be a vector's a or b, or begin
 * before it. Assembly depends on the order of the range's fields. */
typedef void nook_sixteens_f32(const float* a, const float* b, float* y, int32_t sixteens, int32_t vectors,
                               const nook_float_range* range);

#endif
