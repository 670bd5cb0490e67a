/* dot_1x8_f32.h on cores with an FPU. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_1X8_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_1X8_F32_FPU_H_

#include "nook/kernels/dot/dot_1x8_f32.h"

/* 2.1 instructions for a multiply-accumulate: its product, its sum, and a share of loads of up to sixteen. */
void nook_dot_1x8_f32_fpu(const nook_dot_1x8_f32* job);

#endif
