#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   1 /* depths of any size */
#include "nook/kernels/asm/columns_mve.h"
#include "nook/kernels/asm/copy_mve.h"
#include "nook/kernels/dot/helium/dot_eight_mve.h"
#include "nook/kernels/window/line.h"
#include "nook/kernels/window/plain_copies.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_mve(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { nook_copy_bytes_mve(to, from, size); }

/* Images with few channels and filters of at most three rows, whose columns are not dilated: the columns of
 * three rows are interleaved to words, so that each window is contiguous. No window is copied; padding
 * consists of words like any other. The packed weights have the layout of dot_eight_mve.h, in the order of
 * the words. */
static void row_of_columns(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           int8_t* y_row, void* scratch) {
  (void)scratch;
  uint32_t outside[4], words[NOOK_COLUMN_WORDS_MVE + NOOK_COLUMNS_SLACK_MVE];
  nook_put_padding_mve(p->in_zero, 4, outside);
  const int32_t c = p->in_c, pixel = p->stride_w * c;
  const int8_t *row[3], *first[3];
  int32_t step[3];
  for (int32_t i = 0, at = oy * p->stride_h - p->pad_top; i < 3; ++i, at += p->dilation_h) {
    const int32_t inside = i < p->filter_h && at >= 0 && at < p->in_h;
    row[i] = inside ? (const int8_t*)nook_row(x, at) : 0, step[i] = inside ? 16 : 0;
  }
  nook_dot_job job = {(const int8_t*)words, y_row,     p->out_zero, 0,         w, p->out_c,
                      4 * p->filter_w * c,  4 * pixel, p->act_min,  p->act_max};
  const int32_t most = (NOOK_COLUMN_WORDS_MVE / c - p->filter_w) / p->stride_w + 1;
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= most, x0 += most * p->stride_w) {
    job.pixels = left < most ? left : most;
    const int32_t columns = (job.pixels - 1) * p->stride_w + p->filter_w;
    const nook_columns_inside in = nook_find_columns_inside(x0, columns, p->in_w);
    for (int32_t i = 0; i < 3; ++i) first[i] = row[i] ? row[i] + (x0 + in.begin) * c : (const int8_t*)outside;
    if (in.begin > 0) nook_put_padding_mve(p->in_zero, in.begin * c, words);
    nook_put_columns_mve(first, step, (in.end - in.begin) * c, words + in.begin * c);
    if (in.end < columns) nook_put_padding_mve(p->in_zero, (columns - in.end) * c, words + in.end * c);
    nook_dot_eight_mve(&job);
    job.y += job.pixels * p->out_c;
  }
}

void nook_conv2d_s8_mve_columns_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_columns(p, x, oy, w, y_row, scratch_memory);
}

NOOK_ROW_AFTER_ROW(rows_of_columns, nook_window_s8, int8_t, int8_t, int32_t)

void nook_conv2d_s8_mve_columns(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  rows_of_columns(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_columns_row);
}

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_mve_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_1x1_row);
}
void nook_conv2d_s8_mve_line_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_line(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_line(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_line_row);
}
void nook_conv2d_s8_mve_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_stack_row);
}
void nook_conv2d_s8_mve_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_row);
}
void nook_conv2d_s8_mve_deep_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_on_deep_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_deep_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_deep_stack_row);
}
void nook_conv2d_s8_mve_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_groups_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_mve_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_mve_groups_row);
}
