#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/l2_pool2d/l2_pool2d.h"

static inline float root_of(const nook_pool_f32* p, const nook_pool_window* w, int32_t c) {
  float sum = 0;
  const int32_t step = p->in_c * (int32_t)sizeof(float);
  const char* at = w->first + c * (int32_t)sizeof(float);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) {
      const float x = *(const float*)(const void*)at;
      sum += x * x;
    }
  return sqrtf(sum / (float)nook_pool_count(w));
}

NOOK_POOL_PIXEL pixel(const nook_pool_f32* p, const nook_pool_window* w, float* y) {
  nook_pool_pixel_f32(p, w, y, root_of);
}

__attribute__((noinline)) void nook_l2_pool2d_f32_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32, float)) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, pixel);
}
void nook_l2_pool2d_f32_ref(NOOK_POOL_ARGUMENTS(nook_pool_f32, float)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_l2_pool2d_f32_ref_row)
}
