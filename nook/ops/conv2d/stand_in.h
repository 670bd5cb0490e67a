/* The last pixel stands in for those behind it where a kernel makes some at a time: it is made several times,
 * from inputs that are read before. */
#ifndef NOOK_OPS_CONV2D_STAND_IN_H_
#define NOOK_OPS_CONV2D_STAND_IN_H_

#include <stdint.h>

static inline int32_t nook_stand_in(int32_t pixel, int32_t pixels) {
  return pixel < pixels ? pixel : pixels - 1;
}

#endif
