/* dot_f32_rvvf.h with a stride of `output_step` between the weights of adjacent outputs. */
#ifndef NOOK_KERNELS_DOT_RVVF_DOT_COLUMNS_F32_RVVF_H_
#define NOOK_KERNELS_DOT_RVVF_DOT_COLUMNS_F32_RVVF_H_

#include "nook/kernels/dot/windows_f32.h"

void nook_dot_columns_f32_rvvf(const nook_windows_f32* job);

#endif
