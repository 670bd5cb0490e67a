/* Taps of any filter at any addresses, four outputs of one channel or of two adjacent ones, on cores with DSP
 * instructions: the inner loops of depthwise convolutions with several outputs for each channel. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_OF_CHANNELS_DSP_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_TAPS_OF_CHANNELS_DSP_H_

#include "nook/kernels/depthwise/armv7em/taps_dsp.h"

/* Computes one group of four outputs in `pixels` pixels, with the group's packed weights of taps_dsp.h. x:
 * the input of the first output; `step`: bytes from a pixel of x to the next; `channels`: bytes from a pixel
 * of y to the next. All four outputs read x: for each pixel 9 instructions for two taps, 3 more for four
 * taps, and 43 in addition. */
void nook_taps_of_one_dsp(const nook_taps_job* job);

/* Likewise if one, two or three outputs read x, and the others read the channel after it: 11 instructions for
 * two taps. */
void nook_taps_after_one_dsp(const nook_taps_job* job);
void nook_taps_after_two_dsp(const nook_taps_job* job);
void nook_taps_after_three_dsp(const nook_taps_job* job);

#endif
