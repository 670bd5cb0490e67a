/* float32 depthwise convolutions with the weights of the model, for vectors of eight floats (eights_f32_*.h):
 * the lanes of a vector are channels, so that each sum has the order of the reference. Four adjacent pixels,
 * whose windows are inside the image, share the weights of sixteen channels; a pixel at an edge has only taps
 * inside the image. The last eight channels overlap those before them. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_FOUR_PIXELS_F32_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_FOUR_PIXELS_F32_H_

#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/tile_4x16_f32.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { LANES = NOOK_LANES_F32, PIXELS = NOOK_PIXELS_F32, WIDE = 2 * LANES };

/* Channels of an iteration: sixteen, eight, or less than eight. */
typedef enum outputs { OUTPUTS_16, OUTPUTS_8, OUTPUTS_FEW } outputs;
/* Its inputs: one for each output, or one for all. */
typedef enum inputs { INPUT_EACH, INPUT_ONE } inputs;

/* Pixels with the same taps. */
typedef struct pixels {
  const nook_rows* x;
  int32_t y0, x0; /* the image under the first tap of the first pixel */
  nook_taps rows, columns;
  int32_t step;     /* floats from one pixel's inputs to the next pixel's */
  nook_few_f32 few; /* with OUTPUTS_FEW: which of eight channels exist */
} pixels;

NOOK_INLINED_F32 nook_eight_f32 load(const float* from, outputs which, nook_few_f32 few) {
  return which == OUTPUTS_FEW ? nook_load_few_f32(from, few) : nook_load_f32(from);
}
NOOK_INLINED_F32 nook_eight_f32 load_input(const float* from, outputs which, inputs in, nook_few_f32 few) {
  return in == INPUT_ONE ? nook_load_all_f32(from) : load(from, which, few);
}

/* The sums of the outputs from `o` on, of four pixels or of one. */
NOOK_INLINED_F32 nook_sums_f32 sums_of(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                                       int32_t o, int four, outputs which, inputs in) {
  const intptr_t tap = (intptr_t)p->dilation_w * p->in_c, next = at->step;
  nook_sums_f32 s = nook_no_sums_f32();
  for (int32_t i = at->rows.begin; i < at->rows.end; ++i) {
    const float* from = (const float*)nook_row(at->x, at->y0 + i * p->dilation_h);
    from += (at->x0 + (intptr_t)at->columns.begin * p->dilation_w) * p->in_c + (in == INPUT_ONE ? 0 : o);
    const float* weights = w + ((intptr_t)i * p->filter_w + at->columns.begin) * p->out_c + o;
    for (int32_t j = at->columns.begin; j < at->columns.end; ++j, from += tap, weights += p->out_c) {
      nook_eight_f32 v = load(weights, which, at->few);
      s.a = nook_add_product_f32(s.a, load_input(from, which, in, at->few), v);
      if (four) {
        s.b = nook_add_product_f32(s.b, load_input(from + next, which, in, at->few), v);
        s.c = nook_add_product_f32(s.c, load_input(from + 2 * next, which, in, at->few), v);
        s.d = nook_add_product_f32(s.d, load_input(from + 3 * next, which, in, at->few), v);
      }
      if (which != OUTPUTS_16) continue;
      const float* const eighth = from + (in == INPUT_ONE ? 0 : LANES);
      v = load(weights + LANES, which, at->few);
      s.a8 = nook_add_product_f32(s.a8, load_input(eighth, which, in, at->few), v);
      if (!four) continue;
      s.b8 = nook_add_product_f32(s.b8, load_input(eighth + next, which, in, at->few), v);
      s.c8 = nook_add_product_f32(s.c8, load_input(eighth + 2 * next, which, in, at->few), v);
      s.d8 = nook_add_product_f32(s.d8, load_input(eighth + 3 * next, which, in, at->few), v);
    }
  }
  return s;
}

/* The outputs from `o` on of the pixels. */
NOOK_INLINED_F32 void block(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                            const float* bias, int32_t o, int four, outputs which, inputs in, float* y) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  const nook_sums_f32 s = sums_of(p, at, w, o, four, which, in);
  const int32_t count = p->out_c - o, wide = which == OUTPUTS_16;
  float biases[WIDE] = {0};
  if (bias)
    memcpy(biases, bias + o, (size_t)(which == OUTPUTS_FEW ? count : wide ? WIDE : LANES) * sizeof *bias);
  nook_store_f32(s.a, s.a8, biases, &range, wide, count, y + o);
  if (!four) return;
  nook_store_f32(s.b, s.b8, biases, &range, wide, count, y + p->out_c + o);
  nook_store_f32(s.c, s.c8, biases, &range, wide, count, y + 2 * (intptr_t)p->out_c + o);
  nook_store_f32(s.d, s.d8, biases, &range, wide, count, y + 3 * (intptr_t)p->out_c + o);
}

/* All outputs of four pixels, or of one. */
NOOK_INLINED_F32 void outputs_of(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                                 const float* bias, int four, inputs in, float* y) {
  int32_t o = 0;
  if (p->out_c < LANES) {
    block(p, at, w, bias, 0, four, OUTPUTS_FEW, in, y);
    return;
  }
  for (; o + WIDE <= p->out_c; o += WIDE) block(p, at, w, bias, o, four, OUTPUTS_16, in, y);
  for (; o + LANES <= p->out_c; o += LANES) block(p, at, w, bias, o, four, OUTPUTS_8, in, y);
  if (o < p->out_c) block(p, at, w, bias, p->out_c - LANES, four, OUTPUTS_8, in, y);
}
NOOK_INLINED_F32 void all_outputs(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                                  const float* bias, int four, float* y) {
  if (p->depth_multiplier > 1)
    outputs_of(p, at, w, bias, four, INPUT_ONE, y);
  else
    outputs_of(p, at, w, bias, four, INPUT_EACH, y);
}

static void four_pixels(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                        const float* bias, float* y) {
  all_outputs(p, at, w, bias, 1, y);
}
static void one_pixel(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w, const float* bias,
                      float* y) {
  all_outputs(p, at, w, bias, 0, y);
}

static void compute_row(const nook_depthwise_conv2d_f32* p, const nook_rows* x, int32_t oy, const float* w,
                        const float* bias, float* y_row) {
  const int32_t most = p->in_w - 1 - (p->filter_w - 1) * p->dilation_w;
  pixels at = {
      x, oy * p->stride_h - p->pad_top, 0, {0, 0}, {0, 0}, p->stride_w * p->in_c, nook_few_of_f32(p->out_c)};
  at.rows = nook_taps_inside(at.y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w;) {
    at.x0 = ox * p->stride_w - p->pad_left;
    at.columns = nook_taps_inside(at.x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t last = at.x0 + (PIXELS - 1) * p->stride_w;
    const int four = at.x0 >= 0 && last <= most && p->out_w - ox >= PIXELS;
    (four ? four_pixels : one_pixel)(p, &at, w, bias, y_row + (intptr_t)ox * p->out_c);
    ox += four ? PIXELS : 1;
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

#endif
