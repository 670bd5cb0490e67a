#include "nook/core/fixed_point.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static inline int32_t maximum(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  int32_t most = INT16_MIN;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const int16_t* pixel = (const int16_t*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) most = *pixel > most ? *pixel : most;
  }
  return most;
}

__attribute__((noinline)) void nook_max_pool2d_s16_ref_row(const nook_pool_s8* p, const nook_rows* x,
                                                           int32_t oy, int16_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  nook_pool_row_s16(p, x, oy, y_row, maximum);
}

void nook_max_pool2d_s16_ref(const nook_pool_s8* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  nook_pool_all_s16(p, x, y, scratch_memory, nook_max_pool2d_s16_ref_row);
}
