/* Sums of products of int8 with packed int8 weights, on cores with DSP instructions, four at once
 * (pack_four_sums.h): the first step of LSTM and SVDF. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FOUR_SUMS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FOUR_SUMS_DSP_H_

#include <stdint.h>

#include "nook/kernels/dot/armv7em/unpack_for_sums_dsp.h"

/* Computes four sums: the initial values in the packed weights plus the products with `words`, an even number
 * of them, > 0. Returns the next packed weights. */
const uint32_t* nook_four_sums_dsp(const uint32_t* words, int32_t count, const uint32_t* packed,
                                   uint32_t* sums);

/* For halfwords of any magnitude, with weights as bytes: adds to four 32-bit sums. */
void nook_add_four_sums_dsp(const uint32_t* words, int32_t count, const uint32_t* weights, uint32_t* sums);

#endif
