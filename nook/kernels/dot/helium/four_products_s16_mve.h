#ifndef NOOK_KERNELS_DOT_HELIUM_FOUR_PRODUCTS_S16_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_FOUR_PRODUCTS_S16_MVE_H_

#include <stdint.h>

/* Dot products of a vector, `eights` times eight elements, with four vectors: eight elements of each of them
 * after eight elements of the one before. */
void nook_four_products_s16_mve(const int16_t* a, const int16_t* b, int32_t eights, int64_t* sums);

#endif
