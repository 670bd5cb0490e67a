#ifndef NOOK_KERNELS_DOT_HELIUM_PRODUCTS_1X4_S16_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_PRODUCTS_1X4_S16_MVE_H_

#include "nook/kernels/dot/products_s16.h"

/* All rows with four columns, which are interleaved in blocks of eight elements. */
void nook_products_1x4_s16_mve(nook_products_s16* job);

#endif
