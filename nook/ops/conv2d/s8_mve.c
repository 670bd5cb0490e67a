#define NOOK_DEPTH_UNIT 1 /* depths of any size */
#include "nook/ops/conv2d/columns_mve.h"
#include "nook/ops/conv2d/dots.h"
#include "nook/ops/conv2d/groups.h"
#include "nook/ops/shared/dot_eight_mve.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_mve(job); }

/* A loop whose last turn masks the lanes beyond the end. */
static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  __asm volatile(
      "wlstp.8 lr, %2, 2f\n"
      "1:\n\t"
      "vldrb.8 q0, [%1], #16\n\t"
      "vstrb.8 q0, [%0], #16\n\t"
      "letp lr, 1b\n"
      "2:"
      : "+r"(to), "+r"(from)
      : "r"(size)
      : "q0", "lr", "memory");
}

static void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows, int32_t size) {
  for (; rows > 0; --rows, from += apart, to += size) copy(to, from, size);
}

static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  copy_each_window(to, depth, windows, count);
}

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_mve_1x1)

NOOK_CONV2D_OF_WINDOWS(nook_conv2d_s8_mve)

/* Small windows are on the stack, so that they take nothing from a full plan. */
void nook_conv2d_s8_mve_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_SMALL_WINDOW];
  row_with_windows(p, x, oy, w, y_row, windows, sizeof windows);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_mve_stack)

void nook_conv2d_s8_mve_columns_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_conv2d_columns_row_mve(p, x, oy, w, y_row);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_mve_columns)

/* Of several groups. */

void nook_conv2d_s8_mve_groups_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW];
  row_of_groups(p, x, oy, w, y_row, window);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_mve_groups)
