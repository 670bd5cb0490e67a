/* float32 depthwise convolutions on x86-64 with AVX2, and the weights of the model: the lanes of a register
 * are channels, so that each sum has the order of the reference. Four adjacent pixels, whose windows are
 * inside the image, share the weights of sixteen channels; a pixel at an edge has only taps inside the
 * image. The last eight channels overlap those before them. */
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/avx2/tile_4x16_f32_avx2.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { LANES = NOOK_LANES_F32_AVX2, PIXELS = NOOK_PIXELS_F32_AVX2, WIDE = 2 * LANES };

/* Channels of an iteration: sixteen, eight, or less than eight. */
typedef enum outputs { OUTPUTS_16, OUTPUTS_8, OUTPUTS_FEW } outputs;
/* Its inputs: one for each output, or one for all. */
typedef enum inputs { INPUT_EACH, INPUT_ONE } inputs;

/* Pixels with the same taps. */
typedef struct pixels {
  const nook_rows* x;
  int32_t y0, x0; /* the image under the first tap of the first pixel */
  nook_taps rows, columns;
  int32_t step; /* floats from one pixel's inputs to the next pixel's */
  __m256i mask; /* with OUTPUTS_FEW: which of eight channels exist */
} pixels;

NOOK_INLINED_AVX2 __m256 load(const float* from, outputs which, __m256i mask) {
  return which == OUTPUTS_FEW ? _mm256_maskload_ps(from, mask) : _mm256_loadu_ps(from);
}
NOOK_INLINED_AVX2 __m256 load_input(const float* from, outputs which, inputs in, __m256i mask) {
  return in == INPUT_ONE ? _mm256_broadcast_ss(from) : load(from, which, mask);
}

/* The sums of the outputs from `o` on, of four pixels or of one. */
NOOK_INLINED_AVX2 nook_sums_f32_avx2 sums_of(const nook_depthwise_conv2d_f32* p, const pixels* at,
                                             const float* w, int32_t o, int four, outputs which, inputs in) {
  const intptr_t tap = (intptr_t)p->dilation_w * p->in_c, next = at->step;
  nook_sums_f32_avx2 s = nook_no_sums_f32_avx2();
  for (int32_t i = at->rows.begin; i < at->rows.end; ++i) {
    const float* from = (const float*)nook_row(at->x, at->y0 + i * p->dilation_h);
    from += (at->x0 + (intptr_t)at->columns.begin * p->dilation_w) * p->in_c + (in == INPUT_ONE ? 0 : o);
    const float* weights = w + ((intptr_t)i * p->filter_w + at->columns.begin) * p->out_c + o;
    for (int32_t j = at->columns.begin; j < at->columns.end; ++j, from += tap, weights += p->out_c) {
      __m256 v = load(weights, which, at->mask);
      s.a = nook_add_product_avx2(s.a, load_input(from, which, in, at->mask), v);
      if (four) {
        s.b = nook_add_product_avx2(s.b, load_input(from + next, which, in, at->mask), v);
        s.c = nook_add_product_avx2(s.c, load_input(from + 2 * next, which, in, at->mask), v);
        s.d = nook_add_product_avx2(s.d, load_input(from + 3 * next, which, in, at->mask), v);
      }
      if (which != OUTPUTS_16) continue;
      const float* const eighth = from + (in == INPUT_ONE ? 0 : LANES);
      v = load(weights + LANES, which, at->mask);
      s.a8 = nook_add_product_avx2(s.a8, load_input(eighth, which, in, at->mask), v);
      if (!four) continue;
      s.b8 = nook_add_product_avx2(s.b8, load_input(eighth + next, which, in, at->mask), v);
      s.c8 = nook_add_product_avx2(s.c8, load_input(eighth + 2 * next, which, in, at->mask), v);
      s.d8 = nook_add_product_avx2(s.d8, load_input(eighth + 3 * next, which, in, at->mask), v);
    }
  }
  return s;
}

/* The outputs from `o` on of the pixels. */
NOOK_INLINED_AVX2 void block(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
                             const float* bias, int32_t o, int four, outputs which, inputs in, float* y) {
  const nook_range_f32_avx2 range = nook_range_f32_of_avx2(p->act_min, p->act_max);
  const nook_sums_f32_avx2 s = sums_of(p, at, w, o, four, which, in);
  const int32_t count = p->out_c - o, wide = which == OUTPUTS_16;
  float biases[WIDE] = {0};
  if (bias)
    memcpy(biases, bias + o, (size_t)(which == OUTPUTS_FEW ? count : wide ? WIDE : LANES) * sizeof *bias);
  nook_store_f32_avx2(s.a, s.a8, biases, &range, wide, count, y + o);
  if (!four) return;
  nook_store_f32_avx2(s.b, s.b8, biases, &range, wide, count, y + p->out_c + o);
  nook_store_f32_avx2(s.c, s.c8, biases, &range, wide, count, y + 2 * (intptr_t)p->out_c + o);
  nook_store_f32_avx2(s.d, s.d8, biases, &range, wide, count, y + 3 * (intptr_t)p->out_c + o);
}

/* All outputs of four pixels, or of one. */
NOOK_INLINED_AVX2 void outputs_of(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
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
NOOK_INLINED_AVX2 void all_outputs(const nook_depthwise_conv2d_f32* p, const pixels* at, const float* w,
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

void nook_depthwise_conv2d_f32_avx2_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  const int32_t most = p->in_w - 1 - (p->filter_w - 1) * p->dilation_w;
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  pixels at = {x, oy * p->stride_h - p->pad_top, 0, {0, 0}, {0, 0}, p->stride_w * p->in_c, lane};
  at.rows = nook_taps_inside(at.y0, p->dilation_h, p->filter_h, p->in_h);
  at.mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(p->out_c), lane);
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

void nook_depthwise_conv2d_f32_avx2(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_avx2_row);
}
