#include "nook/core/fixed_point.h"
#define NOOK_DEPTH_UNIT 1 /* depths of any size */
#include "nook/ops/conv2d/dots.h"
#include "nook/ops/conv2d/groups.h"
#include "nook/ops/shared/dot_two_ref.h"

/* The sum wraps around where a hostile model would overflow. */
static uint32_t dot_s8(const int8_t* x, const int8_t* w, int32_t size, int32_t in_zero) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < size; ++i) sum += (uint32_t)((x[i] - in_zero) * w[i]);
  return sum;
}

void nook_conv2d_s8_ref_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  const int32_t dense =
      step == p->filter_c; /* the taps of a filter's row lie together, and so do their pixels */
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t taps = kx.end > kx.begin ? kx.end - kx.begin : 0;
    const int32_t runs = dense ? 1 : taps, run = dense ? taps * p->filter_c : p->filter_c;
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c + o / per_group * p->filter_c;
      uint32_t sum = bias ? (uint32_t)bias[o] : 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int8_t* pixel = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + first;
        const int8_t* tap = w + (o * p->filter_h + i) * filter_row + kx.begin * p->filter_c;
        for (int32_t j = 0; j < runs; ++j, pixel += step, tap += p->filter_c)
          sum += dot_s8(pixel, tap, run, p->in_zero);
      }
      *y_row++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero, p->act_min,
                                         p->act_max);
    }
  }
}

void nook_conv2d_s8_ref(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_conv2d_s8_ref_row(p, &rows, oy, w, bias, y, scratch_memory);
      y += p->out_w * p->out_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* The same as dot products with packed weights. */

static void dot(const nook_dot_job* job) { nook_dot_two_ref(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { memcpy(to, from, (size_t)size); }

static void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows, int32_t size) {
  for (; rows > 0; --rows, from += apart, to += size) copy(to, from, size);
}

static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  copy_each_window(to, depth, windows, count);
}

void nook_conv2d_s8_two_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}

void nook_conv2d_s8_two_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                            int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_two_1x1_row);
}

void nook_conv2d_s8_two_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_with_windows(p, x, oy, w, y_row, scratch_memory, 0); /* one */
}

void nook_conv2d_s8_two(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_two_row);
}

/* Small windows are on the stack, so that they take nothing from a plan that is full. */
void nook_conv2d_s8_two_small_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_SMALL_WINDOW];
  row_with_windows(p, x, oy, w, y_row, windows, sizeof windows);
}

void nook_conv2d_s8_two_small(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                              int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_two_small_row);
}

/* Of several groups. */

void nook_conv2d_s8_two_groups_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW];
  row_of_groups(p, x, oy, w, y_row, window);
}

void nook_conv2d_s8_two_groups(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                               int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_two_groups_row);
}
