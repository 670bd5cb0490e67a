#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   1 /* depths of any size */
#include "nook/kernels/asm/copy_mve.h"
#include "nook/kernels/dot/helium/dot_eight_mve.h"
#include "nook/ops/conv2d/columns_mve.h"
#include "nook/ops/conv2d/copy_by_rows.h"
#include "nook/ops/conv2d/groups.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_mve(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { nook_copy_bytes_mve(to, from, size); }

static inline void row_of_columns(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  int8_t* y_row, void* scratch) {
  (void)scratch;
  nook_conv2d_columns_row_mve(p, x, oy, w, y_row);
}

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_mve_1x1)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_mve, row_in_scratch)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_mve_stack, row_on_stack)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_mve_columns, row_of_columns)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_mve_groups, row_of_groups_on_stack)
