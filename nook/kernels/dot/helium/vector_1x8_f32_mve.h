/* dot_1x8_f32.h for Helium: an element of a vector is an output. */
#ifndef NOOK_KERNELS_DOT_HELIUM_VECTOR_1X8_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_VECTOR_1X8_F32_MVE_H_

#include "nook/kernels/dot/dot_1x8_f32.h"

void nook_vector_1x8_f32_mve(const nook_dot_1x8_f32* job);

#endif
