/* The dot products of dot_3x4_k16_fpu.h for 32 inputs. Pixels are contiguous and are unpacked as they are
 * read. The packed weights have the first and the third word of each two inputs: 8 bits per weight. They stay
 * in FPU registers for all pixels. The second words are computed from them for each four outputs, and are
 * stored on the stack. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X4_K32_FPU_H_

#include "nook/kernels/dot/armv7em_fpu/dot_contiguous.h"

enum { NOOK_3X4_K32_INPUTS = 32 };

/* The caller clamps. */
void nook_dot_3x4_k32_fpu(const nook_dot_contiguous* job);

#endif
