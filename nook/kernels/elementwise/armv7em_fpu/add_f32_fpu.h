/* Sums of float32 vectors on cores with an FPU, sixteen elements at a time. */
#ifndef NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_ADD_F32_FPU_H_
#define NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_ADD_F32_FPU_H_

#include "nook/kernels/asm/float_range.h"

/* y = clamp(a + b) of `sixteens` times 16 elements, at least one. y may be a or b, or begin before them.
 * Assembly depends on the order of the range's fields. */
void nook_add_f32_fpu_sixteens(const float* a, const float* b, float* y, int32_t sixteens,
                               const nook_float_range* range);

#endif
