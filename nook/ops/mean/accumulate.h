/* Row-by-row kernels of MEAN, for each element type. */
#ifndef NOOK_OPS_MEAN_ACCUMULATE_H_
#define NOOK_OPS_MEAN_ACCUMULATE_H_

#include "nook/ops/mean/mean.h"

/* Defines name(), which adds a row of x to the sums of its channels; row 0 initializes them. */
#define NOOK_MEAN_ACCUMULATE(name, Params, Element, Sum)                            \
  void name(const Params* p, const Element* x_row, int32_t iy, void* sums_memory) { \
    Sum* sums = (Sum*)sums_memory;                                                  \
    const int32_t channels = p->walk.step;                                          \
    for (int32_t c = 0; c < channels; ++c) {                                        \
      Sum sum = iy == 0 ? 0 : sums[c];                                              \
      const Element* at = x_row + c;                                                \
      for (int32_t i = 0; i < p->width; ++i, at += channels) sum += (Sum)*at;       \
      sums[c] = sum;                                                                \
    }                                                                               \
  }

#endif
