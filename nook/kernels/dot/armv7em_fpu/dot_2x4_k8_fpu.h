/* Dot products of 8 inputs on cores with DSP instructions and an FPU, for layers with a fused RELU. All data
 * of four outputs stays in FPU registers for all pixels; the unpacked inputs of two pixels are in core
 * registers.
 *
 * The packed weights (pack_products.h) have 6 words per output: the initial sum; the weights of inputs 0 and
 * 2, 1 and 3, 4 and 6, 5 and 7, 16 bits each and scaled; and the multiplier. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_2X4_K8_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_2X4_K8_FPU_H_

#include "nook/kernels/dot/armv7em_fpu/dot_contiguous.h"

enum { NOOK_K8_INPUTS = 8 };

/* 19 instructions for an output of both pixels (8 multiply), 17 for four of them. The caller clamps. */
void nook_dot_2x4_k8_fpu(const nook_dot_contiguous* job);

#endif
