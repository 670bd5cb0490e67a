/* TANH: y = tanh(x). Kernel contract, for C99 and C++; int8 is a table (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_TANH_TANH_H_
#define NOOK_OPS_TANH_TANH_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

void nook_tanh_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory);
void nook_tanh_s16_ref(const nook_curve_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
