/* Where the pixels of a resized image are in the image that it is made of. */
#ifndef NOOK_OPS_RESIZE_BILINEAR_PLACES_H_
#define NOOK_OPS_RESIZE_BILINEAR_PLACES_H_

#include <stdint.h>

#define NOOK_RESIZE_PIXEL INT32_C(1024) /* in int8 */

/* A place between two pixels: the first pixel, and the way to the second in units of NOOK_RESIZE_PIXEL. The
 * second is the first if that is 0 or the first is the last. */
typedef struct nook_place_s8 {
  int32_t lower, upper, far;
} nook_place_s8;

static inline nook_place_s8 nook_place_of_s8(int32_t i, int32_t scale, int32_t offset, int32_t size) {
  const int32_t at = i * scale + offset, last = size - 1;
  nook_place_s8 found = {0, 0, 0};
  if (at <= 0) return found;
  found.lower = found.upper = at / NOOK_RESIZE_PIXEL;
  if (found.lower >= last) {
    found.lower = found.upper = last;
    return found;
  }
  found.far = at % NOOK_RESIZE_PIXEL;
  found.upper += found.far > 0;
  return found;
}

/* The same with the fraction of the way. */
typedef struct nook_place_f32 {
  int32_t lower, upper;
  float far;
} nook_place_f32;

static inline nook_place_f32 nook_place_of_f32(int32_t i, float scale, float centre, int32_t size) {
  const float at = ((float)i + centre) * scale - centre;
  nook_place_f32 found = {0, 0, 0};
  if (!(at > 0)) return found;
  /* Before the conversion to an integer: a float beyond the last might not fit. */
  found.lower = at < (float)(size - 1) ? (int32_t)at : size - 1;
  found.upper = found.lower;
  if (found.lower >= size - 1) return found;
  found.far = at - (float)found.lower;
  found.upper += found.far > 0;
  return found;
}

#endif
