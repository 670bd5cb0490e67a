/* windows_f32.h on cores with vectors of floats: as many outputs as a vector has lanes, of two pixels at
 * once. */
#ifndef NOOK_KERNELS_DOT_RVVF_DOT_F32_RVVF_H_
#define NOOK_KERNELS_DOT_RVVF_DOT_F32_RVVF_H_

#include "nook/kernels/dot/windows_f32.h"

/* y[n][o] = clamp(bias[o] + sum over rows, taps and inputs i of x[n][i] * w[i][o], low, high). Eight
 * instructions and a share of the loop for an input of two pixels and 32 outputs, if VLEN is 128. Weights of
 * adjacent outputs are adjacent. */
void nook_dot_f32_rvvf(const nook_windows_f32* job);

#endif
