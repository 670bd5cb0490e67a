/* A row of float32 SOFTMAX on cores with vectors of floats. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVVF_SOFTMAX_F32_RVVF_H_
#define NOOK_KERNELS_ELEMENTWISE_RVVF_SOFTMAX_F32_RVVF_H_

#include <stdint.h>

/* y[i] = e^((x[i] - the largest x) * beta) over the sum of all, with the operations of nook_exp_far_f32() and
 * the order of the reference: 64 instructions for as many elements as a vector has lanes, 32 if VLEN is 128.
 * count > 0; y may be x. */
void nook_softmax_row_f32_rvvf(const float* x, float* y, int32_t count, const float* beta);

#endif
