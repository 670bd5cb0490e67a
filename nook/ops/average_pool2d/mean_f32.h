/* float32 AVERAGE_POOL_2D, one channel of a window at a time. */
#ifndef NOOK_OPS_AVERAGE_POOL2D_MEAN_F32_H_
#define NOOK_OPS_AVERAGE_POOL2D_MEAN_F32_H_

#include "nook/ops/families/pool_rows.h"

static inline float mean_of(const nook_pool_f32* p, const nook_pool_window* w, int32_t c) {
  float sum = 0;
  const int32_t step = p->in_c * (int32_t)sizeof(float);
  const char* at = w->first + c * (int32_t)sizeof(float);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) sum += *(const float*)(const void*)at;
  return sum / (float)nook_pool_count(w);
}

NOOK_POOL_PIXEL pixel(const nook_pool_f32* p, const nook_pool_window* w, float* y) {
  nook_pool_pixel_f32(p, w, y, mean_of);
}

#endif
