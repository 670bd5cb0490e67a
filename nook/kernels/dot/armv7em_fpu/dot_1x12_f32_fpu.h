/* dot_1x8_f32.h on cores with an FPU, twelve outputs at a time, which share the loads of the inputs. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_1X12_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_1X12_F32_FPU_H_

#include "nook/kernels/dot/dot_1x8_f32.h"

enum { NOOK_TWELVES_F32_INPUTS = 8 };

/* At least twelve outputs and NOOK_TWELVES_F32_INPUTS inputs. The packed weights are as in dot_1x8_f32.h,
 * with twelve in place of eight. The first product begins a sum, as in a sum that begins with +0, because no
 * bias is -0. */
void nook_dot_1x12_f32_fpu(const nook_dot_1x8_f32* job);

#endif
