/* SignalRfft: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_RFFT_SIGNAL_RFFT_H_
#define NOOK_OPS_SIGNAL_RFFT_SIGNAL_RFFT_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/fft.h"

NOOK_BEGIN_C

nook_fft_s16_kernel nook_signal_rfft_s16_ref;
nook_fft_s32_kernel nook_signal_rfft_s32_ref;
nook_fft_f32_kernel nook_signal_rfft_f32_ref;

NOOK_END_C

#endif
