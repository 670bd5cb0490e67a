#ifndef NOOK_KERNELS_ASM_ONCE_BITS_DSP_H_
#define NOOK_KERNELS_ASM_ONCE_BITS_DSP_H_

/* The `bits` of fixed_once.h in depthwise kernels for DSP instructions, where a shift is part of an
 * instruction. 16-bit weights are scaled by at most 2^8, so factors below 2^-3, or in strips below 2^-1, are
 * exact. */
#define NOOK_ONCE_BITS       10
#define NOOK_ONCE_BITS_STRIP 8
/* With weights of 4 bits, all of which are scaled by 2^12, so that factors below 1 lose the lower
 * bits of their multipliers; and the bits of `plus`, which share a word with a weight. */
#define NOOK_ONCE_BITS_S4  11
#define NOOK_STRIP_S4_PLUS 28

#endif
