#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static inline int32_t maximum(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  int32_t most = INT16_MIN;
  const int32_t step = p->in_c * (int32_t)sizeof(int16_t);
  const char* at = w->first + c * (int32_t)sizeof(int16_t);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) {
      const int32_t x = *(const int16_t*)(const void*)at;
      most = x > most ? x : most;
    }
  return most;
}

NOOK_POOL_PIXEL pixel(const nook_pool_s8* p, const nook_pool_window* w, int16_t* y) {
  nook_pool_pixel_s16(p, w, y, maximum);
}

NOOK_POOL_OF_PIXELS(nook_max_pool2d_s16_ref, s16, int16_t, pixel)
