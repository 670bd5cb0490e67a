#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* sum / count, halves away from zero */
static int32_t mean(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

static inline int32_t mean_of(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  int32_t sum = 0;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const int16_t* pixel = (const int16_t*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) sum += *pixel;
  }
  return mean(sum, nook_pool_count(w));
}

__attribute__((noinline)) void nook_average_pool2d_s16_ref_row(const nook_pool_s8* p, const nook_rows* x,
                                                               int32_t oy, int16_t* y_row,
                                                               void* scratch_memory) {
  (void)scratch_memory;
  nook_pool_row_s16(p, x, oy, y_row, mean_of);
}

void nook_average_pool2d_s16_ref(const nook_pool_s8* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  nook_pool_all_s16(p, x, y, scratch_memory, nook_average_pool2d_s16_ref_row);
}
