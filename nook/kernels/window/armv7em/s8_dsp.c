#define NOOK_WINDOW_SLACK 4 /* four bytes are read, even if there are fewer */
#define NOOK_DEPTH_UNIT   1
#include "nook/kernels/dot/armv7em/dot_eight_dsp.h"
#include "nook/kernels/window/dots.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_dsp(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 48)
    memcpy(to, from, (size_t)size);
  else
    copy_few(to, from, size);
}

static __attribute__((noinline)) void copy_rows(int8_t* to, const int8_t* from, int32_t stride, int32_t rows,
                                                int32_t size) {
  if (size < 4 || size >= 48) {
    for (; rows > 0; --rows, from += stride, to += size) copy(to, from, size);
    return;
  }
  const int32_t words = size / 4, rest = size & 3, on = stride - words * 4;
  for (; rows > 0; --rows, from += on, to += rest) {
    for (int32_t i = words; i > 0; --i, to += 4, from += 4) memcpy(to, from, 4);
    if (rest) memcpy(to + rest - 4, from + rest - 4, 4); /* some bytes are copied twice */
  }
}

/* Copies windows whose rows have more than 4 * (words - 1) and at most 4 * words bytes; the last four bytes
 * may overlap the previous ones. */
static inline void copy_words(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count,
                              int32_t words) {
  const int32_t stride = windows->stride, size = windows->size, rows = windows->rows;
  const int32_t back = windows->step - rows * stride, on = depth - rows * size;
  for (const int8_t* from = windows->from; count > 0; --count, from += back, to += on) {
    for (int32_t r = rows; r > 0; --r, from += stride, to += size) {
      for (int32_t i = 0; i < words - 1; ++i) memcpy(to + 4 * i, from + 4 * i, 4);
      memcpy(to + size - 4, from + size - 4, 4);
    }
  }
}

/* Not inlined: these loops need most registers. */
static __attribute__((noinline)) void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows,
                                                   int32_t count) {
  const int32_t size = windows->size;
  if (size < 4 || size > 12)
    copy_each_window(to, depth, windows, count);
  else if (size == 4)
    copy_words(to, depth, windows, count, 1);
  else if (size <= 8)
    copy_words(to, depth, windows, count, 2);
  else
    copy_words(to, depth, windows, count, 3);
}

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_dsp_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dsp_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_1x1_row);
}
void nook_conv2d_s8_dsp_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dsp_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_stack_row);
}
void nook_conv2d_s8_dsp_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dsp(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_row);
}
void nook_conv2d_s8_dsp_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_groups_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dsp_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_groups_row);
}
