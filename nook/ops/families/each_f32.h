/* Float kernels that apply one function to each element. */
#ifndef NOOK_OPS_FAMILIES_EACH_F32_H_
#define NOOK_OPS_FAMILIES_EACH_F32_H_

#include "nook/ops/families/unary.h"

/* y[i] = f(x[i]); f is called directly after inlining. `f` is a function in the kernel's own file: on AVR,
 * where double and float have the same width, libm functions take double. */
static inline void nook_each_f32(const nook_unary_f32* p, const float* x, float* y, float (*f)(float)) {
  for (int32_t i = 0; i < p->size; ++i) y[i] = f(x[i]);
}

#endif
