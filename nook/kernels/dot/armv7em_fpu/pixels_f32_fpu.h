/* Products of float32 vectors with one matrix on cores with an FPU, four vectors at a time: convolutions with
 * one tap, and fully connected layers of several rows. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_PIXELS_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_PIXELS_F32_FPU_H_

#include "nook/kernels/dot/armv7em_fpu/dot_4x4_f32_fpu.h"

typedef struct nook_pixels_f32 {
  const float* x;       /* vectors of `depth` floats */
  const float* weights; /* packed for dot_4x4_f32_fpu.h */
  float* y;             /* vectors of `outputs` floats, contiguous; at most one vector ahead of x's */
  int32_t pixels;       /* > 0: vectors */
  int32_t step;         /* floats from one vector of x to the next */
  int32_t depth, outputs;
  float low, high;
} nook_pixels_f32;

void nook_pixels_f32_fpu(const nook_pixels_f32* pixels);

#endif
