#include "nook/ops/max_pool2d/maximum.h"

NOOK_MAX_POOL_PIXEL(s16, int16_t, int32_t, INT16_MIN)

__attribute__((noinline)) void nook_max_pool2d_s16_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  nook_pool_row_s16(p, x, oy, y_row, pixel);
}
void nook_max_pool2d_s16_ref(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s16_ref_row)
}
