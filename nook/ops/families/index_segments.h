/* Shared by kernels that find the index of an element along an axis: the first element for which
 * before(other, it) is false for all others; `before` is called directly. */
#ifndef NOOK_OPS_FAMILIES_INDEX_SEGMENTS_H_
#define NOOK_OPS_FAMILIES_INDEX_SEGMENTS_H_

#include <string.h>

#include "nook/ops/families/index.h"

static inline void nook_store_index(void* y, int32_t index, int32_t bytes) {
  const int64_t wide = index;
  if (bytes == 4)
    *(int32_t*)y = index;
  else
    memcpy(y, &wide, sizeof wide);
}

/* nook_index_<type>(), for one element type. */
#define NOOK_INDEX(type, Element)                                                      \
  static inline int32_t nook_index_of_##type(const nook_index* p, const Element* x,    \
                                             int (*before)(Element, Element)) {        \
    int32_t index = 0;                                                                 \
    Element best = x[0];                                                               \
    for (int32_t i = 1; i < p->size; ++i) {                                            \
      x += p->inner;                                                                   \
      if (before(*x, best)) best = *x, index = i;                                      \
    }                                                                                  \
    return index;                                                                      \
  }                                                                                    \
  static inline void nook_index_##type(const nook_index* p, const Element* x, void* y, \
                                       int (*before)(Element, Element)) {              \
    char* to = (char*)y;                                                               \
    for (int32_t o = 0; o < p->outer; ++o, x += p->size * p->inner)                    \
      for (int32_t i = 0; i < p->inner; ++i, to += p->y_bytes)                         \
        nook_store_index(to, nook_index_of_##type(p, x + i, before), p->y_bytes);      \
  }

NOOK_INDEX(s8, int8_t)
NOOK_INDEX(s32, int32_t)
NOOK_INDEX(f32, float)

#endif
