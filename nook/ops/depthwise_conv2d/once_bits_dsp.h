#ifndef NOOK_OPS_DEPTHWISE_CONV2D_ONCE_BITS_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_ONCE_BITS_DSP_H_

/* Of fixed_once.h, in depthwise kernels for DSP instructions, where a shift is part of an instruction. 16-bit
 * weights are scaled by at most 2^8, so that factors of 2^-9 to 2^-3, or of 2^-7 to 2^-1, are exact. */
#define NOOK_ONCE_BITS       10
#define NOOK_ONCE_BITS_LARGE 8

#endif
