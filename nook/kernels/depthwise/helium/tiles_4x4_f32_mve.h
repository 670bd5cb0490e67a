/* dw_4x4_f32.h for Helium: an element of a vector is a channel. */
#ifndef NOOK_KERNELS_DEPTHWISE_HELIUM_TILES_4X4_F32_MVE_H_
#define NOOK_KERNELS_DEPTHWISE_HELIUM_TILES_4X4_F32_MVE_H_

#include "nook/kernels/depthwise/dw_4x4_f32.h"

nook_dw_4x4_f32_kernel nook_tiles_4x4_f32_mve;

#endif
