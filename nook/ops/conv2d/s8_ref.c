#include "nook/core/fixed_point.h"
#define NOOK_DEPTH_UNIT 1 /* depths of any size */
#include "nook/ops/conv2d/dots.h"
#include "nook/ops/conv2d/groups.h"
#include "nook/ops/conv2d/reference.h"
#include "nook/ops/shared/dot_two_ref.h"

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

static void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows, int32_t size) {
  for (; rows > 0; --rows, from += apart, to += size) copy(to, from, size);
}

static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  copy_each_window(to, depth, windows, count);
}

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_c_1x1_1x2)

NOOK_CONV2D_OF_WINDOWS(nook_conv2d_s8_c_1x2)

/* Small windows are on the stack, so that they take nothing from a full plan. */
void nook_conv2d_s8_c_1x2_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_SMALL_WINDOW];
  row_with_windows(p, x, oy, w, y_row, windows, sizeof windows);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_c_1x2_stack)

/* Of several groups. */

void nook_conv2d_s8_c_1x2_groups_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW];
  row_of_groups(p, x, oy, w, y_row, window);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_c_1x2_groups)
