/* MAX_POOL_2D, one channel of a window at a time. */
#ifndef NOOK_OPS_MAX_POOL2D_MAXIMUM_H_
#define NOOK_OPS_MAX_POOL2D_MAXIMUM_H_

#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

/* Defines pixel(), which computes a pixel of y. `type`: s16 or f32; `Value`: the type in which elements are
 * compared, with `least` as its lowest value. */
#define NOOK_MAX_POOL_PIXEL(type, Element, Value, least)                                         \
  static inline Value maximum(const nook_pool_##type* p, const nook_pool_window* w, int32_t c) { \
    Value most = least;                                                                          \
    const int32_t step = p->in_c * (int32_t)sizeof(Element);                                     \
    const char* at = w->first + c * (int32_t)sizeof(Element);                                    \
    for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))        \
      for (int32_t left = w->width; left > 0; --left, at += step) {                              \
        const Value x = *(const Element*)(const void*)at;                                        \
        most = x > most ? x : most;                                                              \
      }                                                                                          \
    return most;                                                                                 \
  }                                                                                              \
  NOOK_POOL_PIXEL pixel(const nook_pool_##type* p, const nook_pool_window* w, Element* y) {      \
    nook_pool_pixel_##type(p, w, y, maximum);                                                    \
  }

#endif
