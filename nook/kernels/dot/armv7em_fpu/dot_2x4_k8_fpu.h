/* Dot products of 8 inputs on cores with DSP instructions and an FPU, of layers with a fused RELU: all that
 * four outputs need stays in registers of the FPU for all pixels, the inputs of two of which are in core
 * registers, unpacked.
 *
 * The stream (pack_products.h) has 6 words for an output: what its sum begins with, weights of inputs 0 and
 * 2, 1 and 3, 4 and 6, 5 and 7, 16 bits each and scaled, and the multiplier. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_2X4_K8_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_2X4_K8_FPU_H_

#include <stdint.h>

#define NOOK_K8_INPUTS 8

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4_k8 {
  const int8_t* x;    /* pixels one after the other; any alignment; not under y */
  const void* stream; /* at a multiple of 4 */
  int8_t *y, *end;    /* of the first pixel, the first and the last four outputs; any alignment */
  int32_t apart;      /* from the outputs of a pixel to those of the next */
  int32_t twos;       /* > 0: pixels, in twos */
  int32_t odd;        /* 1: one more pixel, which is made together with the one before; or 0 */
} nook_dot_2x4_k8;

/* 19 instructions for an output of both pixels (8 multiply), 17 for four of them. The caller clamps. */
void nook_dot_2x4_k8_fpu(const nook_dot_2x4_k8* job);

#endif
