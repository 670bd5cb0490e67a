/* MAXIMUM and MINIMUM: shared by the kernels of all types. */
#ifndef NOOK_OPS_FAMILIES_EXTREMUM_SEGMENTS_H_
#define NOOK_OPS_FAMILIES_EXTREMUM_SEGMENTS_H_

#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/extremum.h"

/* Selects the function once, not for each element. */
static inline void nook_extremum_each(const nook_extremum* p, const void* a, const void* b, void* y,
                                      int32_t bytes, nook_binary_element larger,
                                      nook_binary_element smaller) {
  if (p->largest)
    nook_binary_each_short(&p->walk, p, a, b, y, bytes, bytes, larger);
  else
    nook_binary_each_short(&p->walk, p, a, b, y, bytes, bytes, smaller);
}

/* Defines name(), which selects one of two elements. */
#define NOOK_EXTREMUM_ELEMENT(name, type, load, order)                             \
  static void name(const void* own, const void* a_at, const void* b_at, void* y) { \
    (void)own;                                                                     \
    const type a = load(a_at), b = load(b_at);                                     \
    *(type*)y = a order b ? a : b;                                                 \
  }

#endif
