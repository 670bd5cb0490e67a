#include "nook/ops/average_pool2d/by_rows.h"
#include "nook/ops/average_pool2d/mean_f32.h"

__attribute__((noinline)) void nook_average_pool2d_f32_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_f32,
                                                                                       float)) {
  (void)scratch_memory;
  nook_pool_row_f32(p, x, oy, y_row, pixel);
}
void nook_average_pool2d_f32_ref(NOOK_POOL_ARGUMENTS(nook_pool_f32, float)){
    NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_f32_ref_row)}

NOOK_AVERAGE_ACCUMULATE(nook_average_pool2d_f32_ref_accumulate, f32, float, float)
    NOOK_AVERAGE_FINISH(nook_average_pool2d_f32_ref_finish, f32, float, float, nook_average_of_f32)
