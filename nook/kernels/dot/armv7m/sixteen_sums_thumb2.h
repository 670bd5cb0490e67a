/* pairs.h for Armv7-M without DSP instructions. */
#ifndef NOOK_KERNELS_DOT_ARMV7M_SIXTEEN_SUMS_THUMB2_H_
#define NOOK_KERNELS_DOT_ARMV7M_SIXTEEN_SUMS_THUMB2_H_

#include <stdint.h>

/* Four inputs take 25 instructions for four outputs, and 13 for all sixteen: 1.8 per multiply-accumulate. The
 * words of x are on the stack, 384 bytes. Returns the end of the weights. */
const void* nook_sixteen_sums_thumb2(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums);

#endif
