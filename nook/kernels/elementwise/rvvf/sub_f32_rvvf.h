/* Differences of float32 operands on cores with vectors of floats: the inner loop of SUB. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVVF_SUB_F32_RVVF_H_
#define NOOK_KERNELS_ELEMENTWISE_RVVF_SUB_F32_RVVF_H_

#include "nook/kernels/elementwise/rvvf/run_f32_rvvf.h"

nook_run_f32_rvvf_kernel nook_sub_run_f32_rvvf;

#endif
