/* Float kernels that are one function of each element. */
#ifndef NOOK_OPS_FAMILIES_EACH_F32_H_
#define NOOK_OPS_FAMILIES_EACH_F32_H_

#include "nook/ops/families/unary.h"

/* y[i] = f(x[i]), a direct call once this is inlined. `f` is a function of the kernel's own file: on AVR,
 * whose double is no more than float, those of libm take double. */
static inline void nook_each_f32(const nook_unary_f32* p, const float* x, float* y, float (*f)(float)) {
  for (int32_t i = 0; i < p->size; ++i) y[i] = f(x[i]);
}

#endif
