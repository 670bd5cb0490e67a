/* Computes the taps of a filter that are inside the image, so that kernels skip padding instead of
 * multiplying by it. */
#ifndef NOOK_CORE_WINDOW_RANGE_H_
#define NOOK_CORE_WINDOW_RANGE_H_

#include <stdint.h>

typedef struct nook_taps {
  int32_t begin, end; /* taps [begin, end) of the filter; empty when begin >= end */
} nook_taps;

/* The taps t with 0 <= origin + t * dilation < size. `origin`: the position of tap 0, negative in the
 * padding. */
static inline nook_taps nook_taps_inside(int32_t origin, int32_t dilation, int32_t filter, int32_t size) {
  nook_taps taps = {0, filter};
  if (origin < 0) taps.begin = (-origin + dilation - 1) / dilation;
  if (origin + (filter - 1) * dilation >= size) taps.end = (size - origin + dilation - 1) / dilation;
  return taps;
}

#endif
