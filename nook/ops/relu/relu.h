/* RELU: kernel contract, for C99 and C++. The operator is in relu_op.h. */
#ifndef NOOK_OPS_RELU_RELU_H_
#define NOOK_OPS_RELU_RELU_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

/* y = clamp(rescale(x - in_zero, multiplier, shift) + out_zero, act_min, act_max) */
typedef struct nook_relu_s8 {
  int32_t size;              /* elements */
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / scale of y, see nook/core/fixed_point.h */
  int32_t act_min, act_max;  /* act_min represents the real 0 */
} nook_relu_s8;

/* x and y are dense; they may be the same memory. For floats y = max(x, 0); NaN stays NaN. */
void nook_relu_s8_ref(const nook_relu_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
nook_unary_f32_kernel nook_relu_f32_ref;

NOOK_END_C

#endif
