#include "nook/core/fixed_point.h"
#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   1 /* depths of any size */
#include "nook/kernels/dot/c99/dot_two_ref.h"
#include "nook/ops/conv2d/copy_by_rows.h"
#include "nook/ops/conv2d/groups.h"
#include "nook/ops/conv2d/reference.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  uint32_t sum = 0;
  w += at;
  for (int32_t i = 0; i < size; ++i) sum += (uint32_t)((x[i] - in_zero) * w[i]);
  return sum;
}

NOOK_CONV2D_REFERENCE(nook_conv2d_s8_ref)

/* The same as dot products with packed weights. */

static void dot(const nook_dot_job* job) { nook_dot_two_ref(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { memcpy(to, from, (size_t)size); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_c_1x1_1x2)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_c_1x2, row_in_scratch)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_c_1x2_stack, row_on_stack)
NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_c_1x2_groups, row_of_groups_on_stack)
