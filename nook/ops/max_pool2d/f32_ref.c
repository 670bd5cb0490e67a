#include <float.h>

#include "nook/ops/max_pool2d/maximum.h"

NOOK_MAX_POOL_PIXEL(f32, float, float, -FLT_MAX)

__attribute__((noinline)) void nook_max_pool2d_f32_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32, float)) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, pixel);
}
void nook_max_pool2d_f32_ref(NOOK_POOL_ARGUMENTS(nook_pool_f32, float)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_f32_ref_row)
}
