/* The three passes of SOFTMAX over a row of floats on cores with an FPU, at least four elements at a time. In
 * assembly, because compilers load one float at a time and interleave two at most. Results have the
 * reference's bytes. */
#ifndef NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_SOFTMAX_F32_FPU_H_
#define NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_SOFTMAX_F32_FPU_H_

#include "nook/kernels/elementwise/softmax_f32.h"

/* The largest of `fours` * 4 floats and `most`; comparisons with a NaN are false. */
float nook_largest_f32_fpu(const float* x, int32_t fours, float most);

/* Four elements at a time, y = e^((x - most) * beta) by the operations of nook_exp_near_f32(), whose sum is
 * added to `sum`; advances the job. Stops before four elements of which one is far (nook_exp_is_far()), or
 * where less than four are left. No x is above `most`. */
void nook_powers_f32_fpu(nook_powers_f32* job);

/* Multiplies `fours` * 4 floats by a number. */
void nook_scale_f32_fpu(float* y, int32_t fours, float by);

#endif
