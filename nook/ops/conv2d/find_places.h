/* Finds the inputs of a window that are unpacked one after another. */
#ifndef NOOK_OPS_CONV2D_FIND_PLACES_H_
#define NOOK_OPS_CONV2D_FIND_PLACES_H_

#include <stdint.h>

/* Offsets of words and bytes, in rows with a stride of `stride` bytes. */
static __attribute__((noinline)) void find_places(int32_t* at, const int8_t* w, int32_t stride) {
  const uint8_t *from = (const uint8_t*)w, *const end = from + 2 + 2 * (from[0] + from[1]);
  for (from += 2; from != end; from += 2) *at++ = from[0] * stride + from[1];
}

#endif
