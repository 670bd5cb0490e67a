#ifndef NOOK_KERNELS_DOT_ARMV7EM_PRODUCTS_1X4_S16_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_PRODUCTS_1X4_S16_DSP_H_

#include "nook/kernels/dot/products_s16.h"

/* All rows with four columns, which are interleaved in pairs: a word of each column, and so on. */
void nook_products_1x4_s16_dsp(nook_products_s16* job);

#endif
