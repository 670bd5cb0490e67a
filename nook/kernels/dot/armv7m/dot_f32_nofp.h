/* Sums of products of floats on Armv7-M and later cores without an FPU (products_f32_nofp.h). */
#ifndef NOOK_KERNELS_DOT_ARMV7M_DOT_F32_NOFP_H_
#define NOOK_KERNELS_DOT_ARMV7M_DOT_F32_NOFP_H_

#include "nook/core/float_bits.h"
#include "nook/core/macro_text.h"
#include "nook/kernels/dot/armv7m/products_f32_nofp.h"
#include "nook/kernels/dot/soft_rest.h"

/* Whether the compiler uses an FPU, although the target has none: it then defines __ARM_FP, as a number. */
static inline int nook_dot_f32_nofp_on_fpu(void) { return NOOK_TEXT_OF(__ARM_FP)[0] != '_'; }

/* `sum`, which is not -0, and `count` products. */
static inline float nook_dot_f32_nofp(const float* x, const float* w, int32_t count, float sum) {
  uint64_t added;
  int32_t left, done;
  nook_float_bits of;
  if (nook_dot_f32_nofp_on_fpu() || count <= 0) return nook_soft_rest(x, w, count, sum);
  added = nook_products_f32_nofp_add(x, w, count, nook_bits_of(sum));
  left = (int32_t)(added >> 32), done = count - left;
  of.bits = (uint32_t)added;
  return left ? nook_soft_rest(x + done, w + done, left, of.number) : of.number;
}

#endif
