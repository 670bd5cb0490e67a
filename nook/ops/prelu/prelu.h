/* PRELU: y = a if a >= 0, else a * b. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_PRELU_PRELU_H_
#define NOOK_OPS_PRELU_PRELU_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = clamp(rescale(a - a_zero, multiplier, shift) + y_zero, -128, 127), below zero
 * clamp(rescale((a - a_zero) * (b - b_zero), slope_multiplier, slope_shift) + y_zero, -128, 127) */
typedef struct nook_prelu_s8 {
  nook_binary_walk walk;
  int32_t a_zero, b_zero, y_zero;        /* real = scale * (q - zero) */
  int32_t multiplier, shift;             /* scale of a / scale of y, see nook/core/fixed_point.h */
  int32_t slope_multiplier, slope_shift; /* scale of a * scale of b / scale of y */
} nook_prelu_s8;

/* y is dense. An operand that is not broadcast may share memory with y. */
void nook_prelu_s8_ref(const nook_prelu_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                       void* scratch_memory);
/* a and y int16, clamped to that; b int8 */
void nook_prelu_s16_ref(const nook_prelu_s8* p, const int16_t* a, const int8_t* b, int16_t* y,
                        void* scratch_memory);
nook_binary_plain_f32_kernel nook_prelu_f32_ref;

NOOK_END_C

#endif
