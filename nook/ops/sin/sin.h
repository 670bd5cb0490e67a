/* SIN: y = sin(x). Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIN_SIN_H_
#define NOOK_OPS_SIN_SIN_H_

#include "nook/ops/families/unary.h"

#ifdef __cplusplus
extern "C" {
#endif

void nook_sin_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
