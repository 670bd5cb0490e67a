/* The functions that float layers in integers call (soft_f32.h of BATCH_MATMUL, CONV_2D, DEPTHWISE_CONV_2D
 * and FULLY_CONNECTED). */
#ifndef NOOK_KERNELS_DOT_ARMV7M_SOFT_SUMS_NOFP_H_
#define NOOK_KERNELS_DOT_ARMV7M_SOFT_SUMS_NOFP_H_

#include "nook/kernels/dot/armv7m/dot_f32_nofp.h"

static inline int has_fpu(void) { return nook_dot_f32_nofp_on_fpu(); }
static inline float sum_products(const float* x, const float* w, int32_t count, float sum) {
  return nook_dot_f32_nofp(x, w, count, sum);
}

#endif
