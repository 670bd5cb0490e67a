/* dot_4x4_f32.h for Helium: an element of a vector is an output. */
#ifndef NOOK_KERNELS_DOT_HELIUM_TILE_4X4_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_TILE_4X4_F32_MVE_H_

#include "nook/kernels/dot/dot_4x4_f32.h"

nook_dot_4x4_f32_kernel nook_tile_4x4_f32_mve;
/* For jobs of one row with one segment, without padding. */
nook_dot_4x4_f32_kernel nook_tile_4x4_row_f32_mve;

#endif
