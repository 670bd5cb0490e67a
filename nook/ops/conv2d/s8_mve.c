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

void nook_conv2d_s8_mve_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}
void nook_conv2d_s8_mve_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                            int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_1x1_row);
}
void nook_conv2d_s8_mve_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_row);
}
void nook_conv2d_s8_mve_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_stack(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                              int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_stack_row);
}
void nook_conv2d_s8_mve_columns_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_of_columns(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_columns(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_columns_row);
}
void nook_conv2d_s8_mve_groups_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_of_groups_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_groups(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                               int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_groups_row);
}
