/* RELU6: kernel contract, for C99 and C++. The operator is in relu6_op.h. */
#ifndef NOOK_OPS_RELU6_RELU6_H_
#define NOOK_OPS_RELU6_RELU6_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

/* y = clamp(x, act_min, act_max) */
typedef struct nook_relu6_s8 {
  int32_t size;             /* elements */
  int32_t act_min, act_max; /* 0 and 6, quantized like x and y */
} nook_relu6_s8;

/* x and y are dense; they may be the same memory. For floats y = clamp(x, 0, 6); NaN stays NaN. */
void nook_relu6_s8_ref(const nook_relu6_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
nook_unary_f32_kernel nook_relu6_f32_ref;
void nook_relu6_s16_ref(const nook_relu6_s8* p, const int16_t* x, int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
