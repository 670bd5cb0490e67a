/* SignalIrfft: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_IRFFT_SIGNAL_IRFFT_H_
#define NOOK_OPS_SIGNAL_IRFFT_SIGNAL_IRFFT_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/fft.h"

NOOK_BEGIN_C

nook_fft_s16_kernel nook_signal_irfft_s16_ref;
nook_fft_s32_kernel nook_signal_irfft_s32_ref;
nook_fft_f32_kernel nook_signal_irfft_f32_ref;

NOOK_END_C

#endif
