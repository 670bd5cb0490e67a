/* Sums, differences and products of float32 operands on cores with vectors of floats: the job of
 * add_f32_rvvf.h, sub_f32_rvvf.h and mul_f32_rvvf.h. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVVF_RUN_F32_RVVF_H_
#define NOOK_KERNELS_ELEMENTWISE_RVVF_RUN_F32_RVVF_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y = clamp(a op b, low, high). Assembly code depends on the offsets of these fields. */
typedef struct nook_run_f32_rvvf {
  const float *a, *b;
  float* y;               /* may be a vector's a or b, or begin before it */
  int32_t run;            /* elements, > 0 */
  int32_t a_step, b_step; /* 1, or 0: the operand is a number; not both 0 if there are several elements */
  float low, high;
} nook_run_f32_rvvf;

#include "nook/kernels/elementwise/rvvf/run_f32_rvvf_offsets.inc"

/* At most fifteen instructions for as many elements as a vector has lanes, 32 if VLEN is 128. */
typedef void nook_run_f32_rvvf_kernel(const nook_run_f32_rvvf* job);

#endif
