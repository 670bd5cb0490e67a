#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/asm/copy_halfwords_mve.h"
#include "nook/kernels/asm/copy_mve.h"
#include "nook/kernels/dot/helium/dot_eight_s16_mve.h"
#include "nook/kernels/window/groups_s16.h"
#include "nook/kernels/window/window.h"

enum { kRoundedOnce, kRoundedTwice }; /* for sums of 64 and of 32 bits */

static nook_dot_s16_job dot_job_for(const nook_window_s8* p, const int16_t* x, const int8_t* w, int16_t* y,
                                    int32_t depth, int32_t rounded) {
  const nook_dot_s16_job job = {
      x, y, p->out_w, w, p->out_c, depth, 2 * p->stride_w * p->in_c, p->act_min, p->act_max, rounded};
  return job;
}

/* One tap and no padding: the image is multiplied in place. */
static void pixels_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int16_t* y_row, void* scratch, int32_t rounded) {
  (void)scratch;
  const nook_dot_s16_job job =
      dot_job_for(p, (const int16_t*)nook_row(x, oy * p->stride_h), w, y_row, p->in_c, rounded);
  nook_dot_eight_s16_mve(&job);
}

static inline int16_t* copy_halfwords(int16_t* to, const int16_t* from, int32_t count) {
  nook_copy_bytes_mve((int8_t*)to, (const int8_t*)from, 2 * count);
  return to + count;
}
static inline int16_t* put_zero_halfwords(int16_t* to, int32_t count) {
  int16_t* const end = to + count;
  __asm volatile(
      "vmov.i32 q0, #0\n\t"
      "wlstp.16 lr, %1, 2f\n"
      "1:\n\t"
      "vstrh.16 q0, [%0], #16\n\t"
      "letp lr, 1b\n"
      "2:"
      : "+r"(to)
      : "r"(count)
      : "q0", "lr", "memory");
  return end;
}

/* Copies the inputs under the filter, with zeros for the padding. */
static void gather_window(const nook_window_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int16_t* to) {
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t size = p->in_c, taps = kx.end - kx.begin, together = p->dilation_w == 1 ? taps : 1;
  for (int32_t i = 0, at = y0; i < p->filter_h; ++i, at += p->dilation_h) {
    if (at < 0 || at >= p->in_h || taps <= 0) {
      to = put_zero_halfwords(to, p->filter_w * size);
      continue;
    }
    const int16_t* const row = (const int16_t*)nook_row(x, at) + x0 * size;
    if (kx.begin > 0) to = put_zero_halfwords(to, kx.begin * size);
    for (int32_t j = kx.begin; j < kx.end; j += together)
      to = copy_halfwords(to, row + j * p->dilation_w * size, together * size);
    if (kx.end < p->filter_w) to = put_zero_halfwords(to, (p->filter_w - kx.end) * size);
  }
}

static void windows_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           int16_t* y_row, void* scratch, int32_t rounded) {
  int16_t* const window = scratch;
  nook_dot_s16_job job = dot_job_for(p, window, w, y_row, p->filter_h * p->filter_w * p->in_c, rounded);
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  job.pixels = 1;
  for (int32_t ox = 0; ox < p->out_w; ++ox, job.y += p->out_c) {
    gather_window(p, x, y0, ox * p->stride_w - p->pad_left, window);
    nook_dot_eight_s16_mve(&job);
  }
}

/* On the stack, so that they need no scratch. */
static void small_windows_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int16_t* y_row, void* scratch, int32_t rounded) {
  (void)scratch;
  int16_t window[NOOK_SMALL_WINDOW_S16];
  windows_of_row(p, x, oy, w, y_row, window, rounded);
}

/* Filters of one row, whose columns are not dilated: windows inside the image are multiplied in place. */
static void line_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int16_t* y_row, void* scratch, int32_t rounded) {
  (void)scratch;
  int16_t window[NOOK_SMALL_WINDOW_S16];
  const int32_t y0 = oy * p->stride_h - p->pad_top, filter_w = p->filter_w, in_w = p->in_w;
  const int16_t* const row = y0 >= 0 && y0 < p->in_h ? (const int16_t*)nook_row(x, y0) : 0;
  nook_dot_s16_job job = dot_job_for(p, window, w, y_row, filter_w * p->in_c, rounded);
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    if (row && x0 >= 0 && x0 + filter_w <= in_w) {
      const int32_t inside = (in_w - filter_w - x0) / p->stride_w + 1;
      job.x = row + x0 * p->in_c, job.pixels = inside < left ? inside : left;
    } else {
      gather_window(p, x, y0, x0, window);
      job.x = window, job.pixels = 1;
    }
    nook_dot_eight_s16_mve(&job);
    x0 += job.pixels * p->stride_w, job.y += job.pixels * p->out_c;
  }
}

static inline void copy_taps(int16_t* to, const int16_t* from, int32_t size, int32_t count, int32_t step) {
  if (size > 8) {
    for (; count > 0; --count, to += size, from += step) copy_halfwords(to, from, size);
    return;
  }
  for (; count > 0; --count, to += size, from += step) nook_copy_halfwords_mve(to, from, size);
}

/* Groups of channels: windows of one group at a time. */
static void groups_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int16_t* y_row, void* scratch, int32_t rounded) {
  (void)scratch;
  int16_t window[NOOK_SMALL_WINDOW_S16];
  const groups_s16 g = find_groups(p, w);
  nook_dot_s16_job job = dot_job_for(p, window, w, y_row, g.depth, rounded);
  job.pixels = 1, job.outputs = g.outputs;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const group_window at = find_window(p, oy, ox, window, g.depth);
    job.weights = g.weights;
    for (int32_t first = 0; first < p->in_c; first += p->filter_c, job.y += g.outputs) {
      copy_group(p, x, &at, first, window);
      nook_dot_eight_s16_mve(&job);
      job.weights = (const int8_t*)job.weights + g.packed;
    }
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_window_s8, int16_t, int8_t, void)

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s16_mve_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  pixels_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedOnce);
}
void nook_conv2d_s16_mve_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_mve_1x1_row);
}
void nook_conv2d_s16_mve_line_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  line_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedOnce);
}
void nook_conv2d_s16_mve_line(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_mve_line_row);
}
void nook_conv2d_s16_mve_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  small_windows_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedOnce);
}
void nook_conv2d_s16_mve_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_mve_stack_row);
}
void nook_conv2d_s16_mve_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  windows_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedOnce);
}
void nook_conv2d_s16_mve(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_mve_row);
}
void nook_conv2d_s16_mve_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  groups_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedOnce);
}
void nook_conv2d_s16_mve_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_mve_groups_row);
}
void nook_conv2d_s16_sum32_mve_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  pixels_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedTwice);
}
void nook_conv2d_s16_sum32_mve_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_mve_1x1_row);
}
void nook_conv2d_s16_sum32_mve_line_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  line_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedTwice);
}
void nook_conv2d_s16_sum32_mve_line(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_mve_line_row);
}
void nook_conv2d_s16_sum32_mve_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  small_windows_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedTwice);
}
void nook_conv2d_s16_sum32_mve_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_mve_stack_row);
}
void nook_conv2d_s16_sum32_mve_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  windows_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedTwice);
}
void nook_conv2d_s16_sum32_mve(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_mve_row);
}
void nook_conv2d_s16_sum32_mve_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  groups_of_row(p, x, oy, w, y_row, scratch_memory, kRoundedTwice);
}
void nook_conv2d_s16_sum32_mve_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_mve_groups_row);
}
