/* dot_4x4_f32.h for Helium where the inputs of a pixel are contiguous. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_4X4_ROW_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_4X4_ROW_F32_MVE_H_

#include "nook/kernels/dot/dot_4x4_f32.h"

/* One row with one segment, without padding. As nook_dot_4x4_f32_mve(), with less to do for each four
 * outputs, and without clamps if the range has all numbers. */
int32_t nook_dot_4x4_row_f32_mve(const nook_dot_4x4_f32* job);

#endif
