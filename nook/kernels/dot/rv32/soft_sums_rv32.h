/* The functions that float layers in integers call (soft_f32.h of BATCH_MATMUL, CONV_2D, DEPTHWISE_CONV_2D
 * and FULLY_CONNECTED). */
#ifndef NOOK_KERNELS_DOT_RV32_SOFT_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_SOFT_SUMS_RV32_H_

#include "nook/kernels/dot/rv32/dot_f32_rv32.h"

static inline int has_fpu(void) { return nook_dot_f32_rv32_on_fpu(); }
static inline float sum_products(const float* x, const float* w, int32_t count, float sum) {
  return nook_dot_f32_rv32(x, w, count, sum);
}

#endif
