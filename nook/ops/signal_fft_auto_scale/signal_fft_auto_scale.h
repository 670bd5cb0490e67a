/* SignalFftAutoScale: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FFT_AUTO_SCALE_SIGNAL_FFT_AUTO_SCALE_H_
#define NOOK_OPS_SIGNAL_FFT_AUTO_SCALE_SIGNAL_FFT_AUTO_SCALE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = x * 2^bits with as many bits as the largest magnitude leaves room for */
typedef struct nook_signal_fft_auto_scale_s16 {
  int32_t size; /* elements */
} nook_signal_fft_auto_scale_s16;

void nook_signal_fft_auto_scale_s16_ref(const nook_signal_fft_auto_scale_s16* p, const int16_t* x, int16_t* y,
                                        int32_t* bits, void* scratch_memory);

NOOK_END_C

#endif
