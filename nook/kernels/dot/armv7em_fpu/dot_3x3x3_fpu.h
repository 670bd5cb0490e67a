/* Dot products on cores with DSP instructions and an FPU: 3x3 taps of three channels with a stride of 1 or 2
 * along a row, two pixels and four outputs at once, for layers with a fused RELU. The weights of four outputs
 * stay in FPU registers for all parts of a row; inputs are unpacked as they are read, in place.
 *
 * The packed weights have the layout of dot_2x4_dsp.h without the header, for 28 inputs in one part
 * (pack_k27.h). */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3X3_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3X3_FPU_H_

#include "nook/kernels/dot/row_parts.h"

/* For four outputs of two pixels 262 instructions (112 multiply). Reads five columns of each row per two
 * pixels, or four with a stride of 1. The caller clamps. */
void nook_dot_3x3x3_fpu(const nook_row_parts* job);
void nook_dot_3x3x3s2_fpu(const nook_row_parts* job);

#endif
