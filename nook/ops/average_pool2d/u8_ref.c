#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* The mean of a window, halves up. */
static inline int32_t mean_of(const nook_pool_s8* p, const nook_pool_window* w, int32_t c) {
  const int32_t count = nook_pool_count(w);
  int32_t sum = count / 2;
  for (int32_t i = w->begin; i < w->end; ++i) {
    const uint8_t* pixel = (const uint8_t*)nook_row(w->x, i) + w->left * p->in_c + c;
    for (int32_t j = 0; j < w->width; ++j, pixel += p->in_c) sum += *pixel;
  }
  return sum / count;
}

__attribute__((noinline)) void nook_average_pool2d_u8_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_u8,
                                                                                      uint8_t)) {
  (void)scratch_memory;
  nook_pool_row_s8(p, x, oy, (int8_t*)y_row, mean_of);
}

void nook_average_pool2d_u8_ref(NOOK_POOL_ARGUMENTS(nook_pool_u8, uint8_t)) {
  const int32_t x_row = p->in_w * p->in_c, y_row = p->out_w * p->in_c;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in_h * x_row) {
    const nook_rows rows = {x, x_row, p->in_h};
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += y_row)
      nook_average_pool2d_u8_ref_row(p, &rows, oy, y, scratch_memory);
  }
}
