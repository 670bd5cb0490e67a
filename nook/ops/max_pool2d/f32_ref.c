#include <float.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static inline float maximum(const nook_pool_f32* p, const nook_pool_window* w, int32_t c) {
  float most = -FLT_MAX;
  const int32_t step = p->in_c * (int32_t)sizeof(float);
  const char* at = w->first + c * (int32_t)sizeof(float);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) {
      const float x = *(const float*)(const void*)at;
      most = x > most ? x : most;
    }
  return most;
}

NOOK_POOL_PIXEL pixel(const nook_pool_f32* p, const nook_pool_window* w, float* y) {
  nook_pool_pixel_f32(p, w, y, maximum);
}

NOOK_POOL_OF_PIXELS(nook_max_pool2d_f32_ref, f32, float, pixel)
