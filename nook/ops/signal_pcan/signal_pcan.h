/* SignalPCAN: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_PCAN_SIGNAL_PCAN_H_
#define NOOK_OPS_SIGNAL_PCAN_SIGNAL_PCAN_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* snr = x * gain(noise) / 2^snr_shift with 12 fraction bits; y, with 6 fraction bits, is snr^2 / 4 below 2
 * and snr - 1 above */
typedef struct nook_signal_pcan_u32 {
  int32_t size;      /* elements */
  int32_t snr_shift; /* in [0, 63] */
} nook_signal_pcan_u32;

#define NOOK_SIGNAL_PCAN_GAINS 125

/* gains: the gains for noise 0, 1 and 2; then, for each octave above, 4 numbers with a polynomial, the last
 * one unused. x and y may be the same memory, and so may noise and y. */
void nook_signal_pcan_u32_ref(const nook_signal_pcan_u32* p, const uint32_t* x, const uint32_t* noise,
                              const int16_t* gains, uint32_t* y, void* scratch_memory);

NOOK_END_C

#endif
