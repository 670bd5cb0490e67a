/* Dot products of 8 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU: all that
 * four outputs need stays in registers of the FPU for all pixels, the inputs of two of which are in core
 * registers, unpacked.
 *
 * The stream (pack_products.h) has 6 words for an output: what its sum begins with, weights of inputs 0 and
 * 2, 1 and 3, 4 and 6, 5 and 7, 16 bits each and scaled, and the multiplier. */
#ifndef NOOK_OPS_SHARED_DOT_2X4_K8_FPU_H_
#define NOOK_OPS_SHARED_DOT_2X4_K8_FPU_H_

#include "nook/ops/shared/dot_2x4_fpu.h"

#define NOOK_K8_INPUTS 8

/* 19 instructions for an output of both pixels (8 multiply), 17 for four of them. The caller clamps. */
void nook_dot_2x4_k8_fpu(const nook_dot_2x4_fpu* job);

#endif
