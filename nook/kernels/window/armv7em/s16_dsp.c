#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"
#include "nook/kernels/window/groups_s16.h"
#include "nook/kernels/window/window.h"

/* A row of the output being computed. */
typedef struct s16_row {
  const nook_window_s8* p;
  const nook_rows* x;
  const int8_t* w;
  int16_t* y;
  int32_t y0; /* the row of the image under the filter's first row */
  nook_taps ky;
  int sums_of_32;
} s16_row;

static s16_row begin_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                         int16_t* y_row, int sums_of_32) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const s16_row row = {p,         x, w, y_row, y0, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h),
                       sums_of_32};
  return row;
}

static const int16_t* pixel_at(const s16_row* row, int32_t i, int32_t column) {
  return (const int16_t*)nook_row(row->x, row->y0 + i * row->p->dilation_h) + column * row->p->in_c;
}

/* Computes pixel ox, or `two` pixels from there on. */
static void multiply(const s16_row* row, int32_t ox, const nook_segment* list, int two) {
  const int32_t outputs = row->p->out_c;
  const nook_dot_list job = {row->w, row->y + ox * outputs, outputs, list};
  nook_dot_pixels_dsp(&job, two);
}

/* Clamps a row, for fused activations with a smaller range than int16. */
static void end_row(const s16_row* row) {
  const nook_window_s8* const p = row->p;
  if (p->act_min <= -32768 && p->act_max >= 32767) return;
  int16_t *y = row->y, *const end = y + p->out_w * p->out_c;
  for (; y != end; ++y) *y = (int16_t)nook_clamp(*y, p->act_min, p->act_max);
}

/* Pixels of whole blocks: the window consists of segments of the image, one per tap, or one per row of
 * contiguous taps. */
static nook_segment* put_segments(const s16_row* row, int32_t x0, int two, nook_segment* list) {
  const nook_window_s8* const p = row->p;
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t together = p->dilation_w == 1 ? kx.end - kx.begin : 1, size = together * p->in_c;
  const int32_t step = p->stride_w * p->in_c * (int32_t)sizeof(int16_t);
  int32_t met = 0;
  for (int32_t i = row->ky.begin; i < row->ky.end; ++i) {
    for (int32_t j = kx.begin; j < kx.end; j += together) {
      const int32_t at = (i * p->filter_w + j) * p->in_c;
      const int16_t* const x = pixel_at(row, i, x0 + j * p->dilation_w);
      if (at > met) *list++ = nook_no_inputs_dsp(at - met);
      *list++ = two ? nook_segment_of_two_dsp(x, size, step) : nook_segment_of_one_dsp(x, size);
      met = at + size;
    }
  }
  const int32_t all = p->filter_h * p->filter_w * p->in_c;
  if (all > met) *list++ = nook_no_inputs_dsp(all - met);
  *list = nook_end_of_inputs_dsp(two, row->sums_of_32);
  return list;
}

/* Computes two pixels at a time that have all columns of the filter, if they are in words; returns their
 * number. */
static int32_t twos_of_segments(const s16_row* row, int32_t ox, int32_t x0, nook_segment* list) {
  const nook_window_s8* const p = row->p;
  const int32_t room = p->in_w - 1 - (p->filter_w - 1) * p->dilation_w - x0;
  if (((uintptr_t)row->x->base | (uintptr_t)row->x->stride) & 3u || x0 < 0 || room < p->stride_w) return 0;
  const int32_t inside = room / p->stride_w + 1, left = p->out_w - ox;
  const int32_t pixels = (inside < left ? inside : left) & ~(int32_t)1, on = 2 * p->stride_w * p->in_c;
  nook_segment* const end = put_segments(row, x0, 1, list);
  for (int32_t n = 0; n < pixels; n += 2) {
    multiply(row, ox + n, list, 1);
    for (nook_segment* each = list; each != end; ++each)
      if (each->x2) each->x += on, each->end += on, each->x2 += on;
  }
  return pixels;
}

static __attribute__((noinline)) void row_of_segments(const s16_row* row) {
  const nook_window_s8* const p = row->p;
  nook_segment list[NOOK_WINDOW_SEGMENTS_S16];
  for (int32_t ox = 0; ox < p->out_w;) {
    const int32_t x0 = ox * p->stride_w - p->pad_left, twos = twos_of_segments(row, ox, x0, list);
    ox += twos;
    if (twos > 0) continue;
    put_segments(row, x0, 0, list);
    multiply(row, ox++, list, 0);
  }
  end_row(row);
}

/* Other pixels: copies the window, with zeros for the padding and up to a whole block. */
static void copy_window(const s16_row* row, int32_t x0, int16_t* window, int32_t depth) {
  const nook_window_s8* const p = row->p;
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t run = p->filter_w * p->in_c;
  if (kx.begin > 0 || kx.end < p->filter_w || row->ky.begin > 0 || row->ky.end < p->filter_h)
    memset(window, 0, (size_t)depth * sizeof *window);
  const int32_t together = p->dilation_w == 1 ? kx.end - kx.begin : 1, size = together * p->in_c;
  for (int32_t i = row->ky.begin; i < row->ky.end; ++i) {
    for (int32_t j = kx.begin; j < kx.end; j += together) {
      const int16_t* from = pixel_at(row, i, x0 + j * p->dilation_w);
      int16_t *to = window + i * run + j * p->in_c, *const last = to + size - 1;
      for (; to < last; to += 2, from += 2) memcpy(to, from, 4);
      if (to == last) *to = *from;
    }
  }
}

static __attribute__((noinline)) void row_of_windows(const s16_row* row, int16_t* windows) {
  const nook_window_s8* const p = row->p;
  const int32_t inputs = p->filter_h * p->filter_w * p->in_c, depth = (inputs + 3) & ~(int32_t)3;
  for (int32_t i = inputs; i < depth; ++i) windows[i] = windows[depth + i] = 0;
  const int32_t stride = depth * (int32_t)sizeof *windows;
  const nook_segment two[] = {nook_segment_of_two_dsp(windows, depth, stride),
                              nook_end_of_inputs_dsp(1, row->sums_of_32)};
  const nook_segment one[] = {nook_segment_of_one_dsp(windows, depth),
                              nook_end_of_inputs_dsp(0, row->sums_of_32)};
  int32_t ox = 0, x0 = -p->pad_left;
  for (; ox + 1 < p->out_w; ox += 2, x0 += 2 * p->stride_w) {
    copy_window(row, x0, windows, depth);
    copy_window(row, x0 + p->stride_w, windows + depth, depth);
    multiply(row, ox, two, 1);
  }
  if (ox < p->out_w) {
    copy_window(row, x0, windows, depth);
    multiply(row, ox, one, 0);
  }
  end_row(row);
}

static inline void copy_taps(int16_t* to, const int16_t* from, int32_t size, int32_t count, int32_t step) {
  for (; count > 0; --count, from += step - size) {
    int32_t left = size;
    for (; left > 3; left -= 4, to += 4, from += 4) memcpy(to, from, 4), memcpy(to + 2, from + 2, 4);
    if (left == 0) continue;
    if (left > 1) memcpy(to, from, 4), to += 2, from += 2, left -= 2;
    if (left > 0) *to++ = *from++;
  }
}

/* The outputs of a group that two pixels may have at once. */
enum { kOutputsOfTwo = 32 };

/* Groups of channels: windows of one group at a time, of two pixels if their outputs are few. */
static __attribute__((noinline)) void row_of_groups_s16(const s16_row* row, int32_t oy) {
  const nook_window_s8* const p = row->p;
  int16_t windows[NOOK_SMALL_WINDOW_S16] __attribute__((aligned(4))), both[2 * kOutputsOfTwo];
  const groups_s16 g = find_groups(p, row->w);
  const int32_t depth = (g.depth + 3) & ~(int32_t)3, outputs = g.outputs;
  memset(windows, 0, sizeof windows);
  const nook_segment two[] = {nook_segment_of_two_dsp(windows, depth, 2 * depth),
                              nook_end_of_inputs_dsp(1, row->sums_of_32)};
  const nook_segment one[] = {nook_segment_of_one_dsp(windows, depth),
                              nook_end_of_inputs_dsp(0, row->sums_of_32)};
  for (int32_t ox = 0, pixels; ox < p->out_w; ox += pixels) {
    pixels = outputs <= kOutputsOfTwo && ox + 1 < p->out_w ? 2 : 1;
    const group_window first = find_window(p, oy, ox, windows, g.depth);
    const group_window second = pixels == 2 ? find_window(p, oy, ox + 1, windows + depth, g.depth) : first;
    nook_dot_list job = {g.weights, both, outputs, two};
    int16_t* y = row->y + ox * p->out_c;
    for (int32_t at = 0; at < p->in_c; at += p->filter_c, y += outputs) {
      copy_group(p, row->x, &first, at, windows);
      if (pixels == 2) {
        copy_group(p, row->x, &second, at, windows + depth);
        nook_dot_pixels_dsp(&job, 1);
        copy_taps(y, both, outputs, 1, 0);
        copy_taps(y + p->out_c, both + outputs, outputs, 1, 0);
      } else {
        job.y = y, job.list = one;
        nook_dot_pixels_dsp(&job, 0);
      }
      job.weights = (const int8_t*)job.weights + g.packed;
    }
  }
  end_row(row);
}

/* These are inlined, so that a row has a single stack frame. */
static inline __attribute__((always_inline)) void from_segments(const nook_window_s8* p, const nook_rows* x,
                                                                int32_t oy, const int8_t* w, int16_t* y_row,
                                                                void* scratch, int sums_of_32) {
  (void)scratch;
  const s16_row row = begin_row(p, x, oy, w, y_row, sums_of_32);
  row_of_segments(&row);
}

static inline __attribute__((always_inline)) void from_windows(const nook_window_s8* p, const nook_rows* x,
                                                               int32_t oy, const int8_t* w, int16_t* y_row,
                                                               void* scratch, int sums_of_32) {
  const s16_row row = begin_row(p, x, oy, w, y_row, sums_of_32);
  row_of_windows(&row, scratch);
}

/* On the stack, so that they need no scratch. */
static inline __attribute__((always_inline)) void from_small_windows(const nook_window_s8* p,
                                                                     const nook_rows* x, int32_t oy,
                                                                     const int8_t* w, int16_t* y_row,
                                                                     void* scratch, int sums_of_32) {
  (void)scratch;
  int16_t windows[NOOK_SMALL_WINDOW_S16] __attribute__((aligned(4)));
  from_windows(p, x, oy, w, y_row, windows, sums_of_32);
}

static inline __attribute__((always_inline)) void from_groups(const nook_window_s8* p, const nook_rows* x,
                                                              int32_t oy, const int8_t* w, int16_t* y_row,
                                                              void* scratch, int sums_of_32) {
  (void)scratch;
  const s16_row row = begin_row(p, x, oy, w, y_row, sums_of_32);
  row_of_groups_s16(&row, oy);
}

NOOK_ROW_AFTER_ROW(each_row, nook_window_s8, int16_t, int8_t, void)

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s16_dsp_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_segments(p, x, oy, w, y_row, scratch_memory, 0);
}
void nook_conv2d_s16_dsp(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_dsp_row);
}
void nook_conv2d_s16_dsp_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_small_windows(p, x, oy, w, y_row, scratch_memory, 0);
}
void nook_conv2d_s16_dsp_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_dsp_stack_row);
}
void nook_conv2d_s16_dsp_windows_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_windows(p, x, oy, w, y_row, scratch_memory, 0);
}
void nook_conv2d_s16_dsp_windows(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_dsp_windows_row);
}
void nook_conv2d_s16_dsp_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_groups(p, x, oy, w, y_row, scratch_memory, 0);
}
void nook_conv2d_s16_dsp_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_dsp_groups_row);
}
void nook_conv2d_s16_sum32_dsp_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_segments(p, x, oy, w, y_row, scratch_memory, 1);
}
void nook_conv2d_s16_sum32_dsp(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_dsp_row);
}
void nook_conv2d_s16_sum32_dsp_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_small_windows(p, x, oy, w, y_row, scratch_memory, 1);
}
void nook_conv2d_s16_sum32_dsp_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_dsp_stack_row);
}
void nook_conv2d_s16_sum32_dsp_windows_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_windows(p, x, oy, w, y_row, scratch_memory, 1);
}
void nook_conv2d_s16_sum32_dsp_windows(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_dsp_windows_row);
}
void nook_conv2d_s16_sum32_dsp_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  from_groups(p, x, oy, w, y_row, scratch_memory, 1);
}
void nook_conv2d_s16_sum32_dsp_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int16_t, int8_t, void)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s16_sum32_dsp_groups_row);
}
