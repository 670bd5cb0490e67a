/* SignalRfft: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_RFFT_SIGNAL_RFFT_H_
#define NOOK_OPS_SIGNAL_RFFT_SIGNAL_RFFT_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/fft.h"

NOOK_BEGIN_C

/* All dense. */
void nook_signal_rfft_s16_ref(const nook_fft_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);
void nook_signal_rfft_s32_ref(const nook_fft_s32* p, const int32_t* x, int32_t* y, void* scratch_memory);
void nook_signal_rfft_f32_ref(const nook_fft_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
