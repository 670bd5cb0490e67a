/* SignalPCAN: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_PCAN_SIGNAL_PCAN_H_
#define NOOK_OPS_SIGNAL_PCAN_SIGNAL_PCAN_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* snr = x * gain(noise) / 2^snr_shift with 12 fractional bits; y = snr^2 / 4 below 2, snr - 1 above, with 6
 */
typedef struct nook_signal_pcan_u32 {
  int32_t size;      /* elements */
  int32_t snr_shift; /* in [0, 63] */
} nook_signal_pcan_u32;

#define NOOK_SIGNAL_PCAN_GAINS 125

/* gains: those of noise 0, 1 and 2; then, of each octave above, a polynomial in 4 numbers, the last unused. x
 * and y may be the same memory, noise and y too. */
void nook_signal_pcan_u32_ref(const nook_signal_pcan_u32* p, const uint32_t* x, const uint32_t* noise,
                              const int16_t* gains, uint32_t* y, void* scratch_memory);

NOOK_END_C

#endif
