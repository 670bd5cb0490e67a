/* Dot products of float32 on cores with an FPU, with weights as they are in the model: eight rows of a
 * matrix, whose sums stay in registers. Each sum adds its products in the order of the reference and rounds
 * twice, so that results have the reference's bytes. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_8_ROWS_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_8_ROWS_F32_FPU_H_

#include <stdint.h>

/* y[i] = the sum of x[k] * w[i][k], for eight rows w of `depth` weights, at least one. 2.4 instructions for a
 * multiply-accumulate. */
void nook_dot_8_rows_f32_fpu(const float* x, const float* w, int32_t depth, float* y);

#endif
