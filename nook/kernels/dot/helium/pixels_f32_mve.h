/* pixels_f32.h for Helium. */
#ifndef NOOK_KERNELS_DOT_HELIUM_PIXELS_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_PIXELS_F32_MVE_H_

#include "nook/kernels/dot/pixels_f32.h"

void nook_pixels_f32_mve(const nook_pixels_f32* pixels);

#endif
