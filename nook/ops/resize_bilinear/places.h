/* Positions in the source image of the pixels of a resized image. */
#ifndef NOOK_OPS_RESIZE_BILINEAR_PLACES_H_
#define NOOK_OPS_RESIZE_BILINEAR_PLACES_H_

#include <stdint.h>

#define NOOK_RESIZE_PIXEL INT32_C(1024) /* fraction unit for integers */

/* A position between two pixels: the first pixel, and the distance to it in units of NOOK_RESIZE_PIXEL. If
 * the distance is 0 or the first pixel is the last one, the second pixel equals the first. */
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

/* Likewise with a float fraction. */
typedef struct nook_place_f32 {
  int32_t lower, upper;
  float far;
} nook_place_f32;

static inline nook_place_f32 nook_place_of_f32(int32_t i, float scale, float centre, int32_t size) {
  const float at = ((float)i + centre) * scale - centre;
  nook_place_f32 found = {0, 0, 0};
  if (!(at > 0)) return found;
  /* Compares before the conversion to an integer: a float past the last pixel might not fit. */
  found.lower = at < (float)(size - 1) ? (int32_t)at : size - 1;
  found.upper = found.lower;
  if (found.lower >= size - 1) return found;
  found.far = at - (float)found.lower;
  found.upper += found.far > 0;
  return found;
}

#endif
