#ifndef NOOK_KERNELS_DOT_HELIUM_FOUR_PRODUCTS_S16_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_FOUR_PRODUCTS_S16_MVE_H_

#include <stdint.h>

/* Computes dot products of a vector of `eights` times eight elements with four vectors, which are interleaved
 * in blocks of eight elements. */
void nook_four_products_s16_mve(const int16_t* a, const int16_t* b, int32_t eights, int64_t* sums);

#endif
