/* Four pixels of int16 on cores with Helium: the inner loops of pools. */
#ifndef NOOK_KERNELS_POOL_HELIUM_FOUR_PIXELS_S16_MVE_H_
#define NOOK_KERNELS_POOL_HELIUM_FOUR_PIXELS_S16_MVE_H_

#include <stdint.h>

/* The bounds of results: the lower one in the lower half. */
static inline uint32_t nook_range_s16(int32_t low, int32_t high) {
  return ((uint32_t)high << 16) | ((uint32_t)low & 0xffffu);
}

/* The largest element, and the mean (ties away from zero), of each of the channels, at least one, of four
 * pixels. The result y may be the memory of a pixel. */
void nook_max_of_four_s16_mve(const int16_t* const* pixels, int16_t* y, int32_t channels, uint32_t range);
void nook_mean_of_four_s16_mve(const int16_t* const* pixels, int16_t* y, int32_t channels, uint32_t range);

#endif
