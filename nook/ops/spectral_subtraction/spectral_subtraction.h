/* SignalFilterBankSpectralSubtraction: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SPECTRAL_SUBTRACTION_SPECTRAL_SUBTRACTION_H_
#define NOOK_OPS_SPECTRAL_SUBTRACTION_SPECTRAL_SUBTRACTION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* noise = (x * 2^smoothing_bits * smoothing + noise * one_minus_smoothing) / 2^bits, with different factors
 * for even and odd channels; y = the larger of x - noise / 2^smoothing_bits and x * least / 2^bits. All
 * divisions round down. */
typedef struct nook_spectral_subtraction_u32 {
  int32_t size; /* channels */
  int32_t smoothing[2], one_minus_smoothing[2];
  int32_t smoothing_bits; /* in [0, 31] */
  int32_t least;
  int32_t bits;     /* in [0, 63] */
  int32_t clamping; /* the noise is at most x */
} nook_spectral_subtraction_u32;

/* state: the noise of each channel. noise: a copy of it. */
void nook_spectral_subtraction_u32_ref(const nook_spectral_subtraction_u32* p, const uint32_t* x, uint32_t* y,
                                       uint32_t* noise, void* state, void* scratch_memory);

NOOK_END_C

#endif
