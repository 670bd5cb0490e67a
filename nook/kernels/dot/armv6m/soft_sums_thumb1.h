/* The functions that float layers in integers call (soft_f32.h of BATCH_MATMUL, CONV_2D, DEPTHWISE_CONV_2D
 * and FULLY_CONNECTED). */
#ifndef NOOK_KERNELS_DOT_ARMV6M_SOFT_SUMS_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_SOFT_SUMS_THUMB1_H_

#include "nook/kernels/dot/armv6m/dot_f32_thumb1.h"

static inline int has_fpu(void) { return 0; }
static inline float sum_products(const float* x, const float* w, int32_t count, float sum) {
  return nook_dot_f32_thumb1(x, w, count, sum);
}

#endif
