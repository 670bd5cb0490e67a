#ifndef NOOK_OPS_DEPTHWISE_CONV2D_ONCE_BITS_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_ONCE_BITS_DSP_H_

/* Of fixed_once.h, in kernels of depthwise convolutions for DSP instructions: a shift is part of an
 * instruction. Weights of 16 bits are scaled by 2^8 at most, so that factors of 2^-9 to 2^-3 are exact, or of
 * 2^-7 to 2^-1. */
#define NOOK_ONCE_BITS       10
#define NOOK_ONCE_BITS_LARGE 8

#endif
