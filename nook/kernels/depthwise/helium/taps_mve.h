/* Taps of any filter at any addresses, with any number of outputs for each channel, on cores with Helium:
 * the inner loop of depthwise convolutions.
 *
 * The packed weights consist of groups of eight outputs, the last eight of which may overlap those before. A
 * group has biases, which include the zero point of the input, 32 bytes; for each tap the weights, 8 bytes;
 * multipliers, 32 bytes; shifts, which are negative, 32 bytes; and each output's channel, minus the first
 * output's, 8 bytes. Numbers of 32 bits have the even outputs first, then the odd ones. An odd number of taps
 * is padded with a tap whose weights are 0. The groups are followed by the zero point of the input, once per
 * channel: a pixel of padding. */
#ifndef NOOK_KERNELS_DEPTHWISE_HELIUM_TAPS_MVE_H_
#define NOOK_KERNELS_DEPTHWISE_HELIUM_TAPS_MVE_H_

#include "nook/kernels/depthwise/armv7em/taps_dsp.h"

/* The most taps. */
enum { NOOK_TAPS_MVE = NOOK_TAPS_DSP };

/* Bytes of packed weights per eight outputs. */
static inline int32_t nook_taps_mve_bytes(int32_t taps) { return 104 + (taps + 1) / 2 * 16; }
/* Bytes of packed weights without the pixel of padding. */
static inline int32_t nook_taps_mve_stream(int32_t outputs, int32_t taps) {
  return (outputs + 7) / 8 * nook_taps_mve_bytes(taps);
}

/* As for nook_taps_dsp(), with packed weights as above and at least 8 `channels` of y; `step`: bytes from a
 * pixel of x to the next. */
typedef struct nook_taps_mve_job {
  nook_taps_job taps;
  int32_t multiplier; /* outputs of each channel */
  int32_t low, high;  /* in int8 */
} nook_taps_mve_job;

/* y[n][o] = clamp(zero + rescale(bias[o] + sum of x * w)): 28 instructions per two taps of sixteen outputs if
 * each channel has one, else 16 per two taps of eight outputs. */
void nook_taps_mve(const nook_taps_mve_job* job);

#endif
