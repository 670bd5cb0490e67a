/* float32 convolutions on cores with an FPU: four outputs of four pixels at a time. Their sixteen sums stay
 * in registers, so that sixteen multiply-accumulates take eight loads. Each sum adds its products in the
 * order of the reference and rounds twice, so that results have the reference's bytes: on a Cortex-M4, VMUL
 * and VADD take less time than VFMA. The last tile of pixels and of outputs overlaps the one before it. */
#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/window/window.h"

enum { TILE = 4 };

/* The inputs under the filter of a pixel: in each row, `runs` of `run` adjacent ones, with a stride of
 * `step`. */
typedef struct window {
  int32_t y0;            /* row of the image under the first row of the filter */
  nook_taps rows;        /* rows of the filter inside the image */
  int32_t input, weight; /* the first element of a row, and of a row of the filter */
  int32_t runs, run, step;
} window;

static window window_of(const nook_window_f32* p, int32_t y0, int32_t x0) {
  const nook_taps columns = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t taps = columns.end > columns.begin ? columns.end - columns.begin : 0;
  window at = {y0, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h), 0, 0, taps, p->filter_c, 0};
  at.input = (x0 + columns.begin * p->dilation_w) * p->in_c, at.weight = columns.begin * p->filter_c;
  at.step = p->dilation_w * p->in_c;
  if (at.step == p->filter_c) at.runs = 1, at.run = taps * p->filter_c;
  return at;
}

/* The sums of four outputs of four pixels, whose windows have a stride of `next` elements. */
static void four_pixels(const nook_window_f32* p, const nook_rows* x, const window* at, int32_t next,
                        const float* w, float* y) {
  const int32_t filter_row = p->filter_w * p->filter_c, filter = p->filter_h * filter_row;
  float a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0, d0 = 0, d1 = 0, d2 = 0, d3 = 0;
  for (int32_t i = at->rows.begin; i < at->rows.end; ++i) {
    const float* from = (const float*)nook_row(x, at->y0 + i * p->dilation_h) + at->input;
    const float* w0 = w + i * filter_row + at->weight;
    for (int32_t j = 0; j < at->runs; ++j, from += at->step) {
      const float *xa = from, *xb = xa + next, *xc = xb + next, *xd = xc + next;
      const float *w1 = w0 + filter, *w2 = w1 + filter, *w3 = w2 + filter;
      for (const float* const end = xa + at->run; xa != end;) {
        const float a = *xa++, b = *xb++, c = *xc++, d = *xd++;
        float v = *w0++;
        a0 += a * v, b0 += b * v, c0 += c * v, d0 += d * v;
        v = *w1++;
        a1 += a * v, b1 += b * v, c1 += c * v, d1 += d * v;
        v = *w2++;
        a2 += a * v, b2 += b * v, c2 += c * v, d2 += d * v;
        v = *w3++;
        a3 += a * v, b3 += b * v, c3 += c * v, d3 += d * v;
      }
    }
  }
  y[0] = a0, y[1] = a1, y[2] = a2, y[3] = a3, y += p->out_c;
  y[0] = b0, y[1] = b1, y[2] = b2, y[3] = b3, y += p->out_c;
  y[0] = c0, y[1] = c1, y[2] = c2, y[3] = c3, y += p->out_c;
  y[0] = d0, y[1] = d1, y[2] = d2, y[3] = d3;
}

/* Likewise of one pixel. */
static void one_pixel(const nook_window_f32* p, const nook_rows* x, const window* at, const float* w,
                      float* y) {
  const int32_t filter_row = p->filter_w * p->filter_c, filter = p->filter_h * filter_row;
  float a0 = 0, a1 = 0, a2 = 0, a3 = 0;
  for (int32_t i = at->rows.begin; i < at->rows.end; ++i) {
    const float* from = (const float*)nook_row(x, at->y0 + i * p->dilation_h) + at->input;
    const float* w0 = w + i * filter_row + at->weight;
    for (int32_t j = 0; j < at->runs; ++j, from += at->step) {
      const float *w1 = w0 + filter, *w2 = w1 + filter, *w3 = w2 + filter;
      for (int32_t k = 0; k < at->run; ++k) {
        const float a = from[k];
        a0 += a * *w0++, a1 += a * *w1++, a2 += a * *w2++, a3 += a * *w3++;
      }
    }
  }
  y[0] = a0, y[1] = a1, y[2] = a2, y[3] = a3;
}

/* Adds the biases to the sums of a row, and clamps. */
static void finish(const nook_window_f32* p, const float* bias, float* y) {
  const float low = p->act_min, high = p->act_max;
  for (int32_t ox = 0; ox < p->out_w; ++ox)
    for (int32_t o = 0; o < p->out_c; ++o, ++y) *y = nook_clamp_f32(*y + (bias ? bias[o] : 0), low, high);
}

void nook_conv2d_f32_fpu_4x4_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)scratch_memory;
  const int32_t filter = p->filter_h * p->filter_w * p->filter_c, span = (p->filter_w - 1) * p->dilation_w;
  /* The windows of the pixels from `first` to `end` are inside the image. */
  const int32_t first = p->pad_left ? (p->pad_left - 1) / p->stride_w + 1 : 0;
  const int32_t room = p->in_w - 1 - span + p->pad_left;
  int32_t end = room < 0 ? 0 : room / p->stride_w + 1;
  if (end > p->out_w) end = p->out_w;
  for (int32_t ox = 0; ox < p->out_w;) {
    const int32_t four = ox >= first && ox < end && end - first >= TILE;
    if (four && ox > end - TILE) ox = end - TILE;
    const window at = window_of(p, oy * p->stride_h - p->pad_top, ox * p->stride_w - p->pad_left);
    for (int32_t next = 0; next < p->out_c; next += TILE) {
      const int32_t o = next + TILE <= p->out_c ? next : p->out_c - TILE;
      float* const y = y_row + ox * p->out_c + o;
      if (four)
        four_pixels(p, x, &at, p->stride_w * p->in_c, w + o * filter, y);
      else
        one_pixel(p, x, &at, w + o * filter, y);
    }
    ox += four ? TILE : 1;
  }
  finish(p, bias, y_row);
}

NOOK_ROW_AFTER_ROW(each_row, nook_window_f32, float, float, float)

void nook_conv2d_f32_fpu_4x4(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_fpu_4x4_row);
}
