/* Sums of products of floats on cores without an FPU (soft_f32.h). */
#ifndef NOOK_KERNELS_DOT_RV32_DOT_F32_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_F32_RV32_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* `sum`, which is not -0, and `count` products. */
float nook_dot_f32_rv32(const float* x, const float* w, int32_t count, float sum);

NOOK_END_C

#endif
