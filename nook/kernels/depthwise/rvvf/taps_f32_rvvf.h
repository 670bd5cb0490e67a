/* Depthwise convolutions of float32 on cores with vectors of floats, across channels: the windows of
 * windows_f32.h, where a tap is one channel of x and has one weight for each output. */
#ifndef NOOK_KERNELS_DEPTHWISE_RVVF_TAPS_F32_RVVF_H_
#define NOOK_KERNELS_DEPTHWISE_RVVF_TAPS_F32_RVVF_H_

#include "nook/kernels/dot/windows_f32.h"

/* y[n][c] = clamp(bias[c] + sum over rows and taps t of x[n][t][c] * w[t][c], low, high). Twelve instructions
 * for a tap of two pixels and 32 channels, if VLEN is 128. `run` is not read. */
void nook_taps_f32_rvvf(const nook_windows_f32* job);

#endif
