#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/l2_pool2d/l2_pool2d.h"

static inline float root_of(const nook_pool_f32* p, const nook_pool_window* w, int32_t c) {
  float sum = 0;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const float* pixel = (const float*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) sum += *pixel * *pixel;
  }
  return sqrtf(sum / (float)nook_pool_count(w));
}

__attribute__((noinline)) void nook_l2_pool2d_f32_ref_row(const nook_pool_f32* p, const nook_rows* x,
                                                          int32_t oy, float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, root_of);
}

void nook_l2_pool2d_f32_ref(const nook_pool_f32* p, const float* x, float* y, void* scratch_memory) {
  nook_pool_all_f32(p, x, y, scratch_memory, nook_l2_pool2d_f32_ref_row);
}
