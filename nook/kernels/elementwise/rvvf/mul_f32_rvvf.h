/* Products of float32 operands on cores with vectors of floats: the inner loop of MUL. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVVF_MUL_F32_RVVF_H_
#define NOOK_KERNELS_ELEMENTWISE_RVVF_MUL_F32_RVVF_H_

#include "nook/kernels/elementwise/rvvf/run_f32_rvvf.h"

nook_run_f32_rvvf_kernel nook_mul_run_f32_rvvf;

#endif
