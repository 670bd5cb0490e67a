/* float32 TRANSPOSE_CONV with packed weights: the outputs of each phase of a row are a convolution with a
 * stride of 1 and the taps of that phase (transpose_conv_pack.h), in tiles of four pixels and four outputs.
 * The including file defines compute_tile(), see tiles_of_row_f32.h. */
#ifndef NOOK_OPS_TRANSPOSE_CONV_TILES_F32_H_
#define NOOK_OPS_TRANSPOSE_CONV_TILES_F32_H_

#include "nook/kernels/window/tiles_of_row_f32.h"
#include "nook/ops/transpose_conv/phases.h"

/* Floats of the packed weights of `phases` phases that have `taps` taps together. */
static inline int32_t packed_phases(const nook_transpose_conv_shape* s, int32_t phases, int32_t taps) {
  return (s->out_c + TILE - 1) / TILE * TILE * (phases + taps * s->in_c);
}

static inline __attribute__((always_inline)) void transposed_row(const nook_transpose_conv_f32* p,
                                                                 const nook_rows* x, int32_t oy,
                                                                 const float* packed, float* y_row) {
  const nook_transpose_conv_shape* const s = &p->shape;
  const int32_t at_y = oy + s->pad_top, phase_y = at_y % s->stride_h;
  nook_window_f32 of = {0};
  of.in_h = s->in_h, of.in_w = s->in_w, of.in_c = s->in_c, of.out_c = s->out_c;
  of.stride_h = of.stride_w = of.dilation_h = of.dilation_w = 1;
  of.act_min = p->act_min, of.act_max = p->act_max;
  of.filter_h = nook_phase_taps(phase_y, s->stride_h, s->filter_h);
  of.pad_top = of.filter_h - 1 - at_y / s->stride_h;
  for (int32_t i = 0; i < phase_y; ++i)
    packed += packed_phases(s, s->stride_w, nook_phase_taps(i, s->stride_h, s->filter_h) * s->filter_w);
  for (int32_t phase = 0; phase < s->stride_w; ++phase) {
    const int32_t ahead = phase - s->pad_left % s->stride_w, first = ahead < 0 ? ahead + s->stride_w : ahead;
    of.filter_w = nook_phase_taps(phase, s->stride_w, s->filter_w);
    of.pad_left = of.filter_w - 1 - (first + s->pad_left) / s->stride_w;
    of.out_w = (s->out_w - first + s->stride_w - 1) / s->stride_w;
    row_of_tiles(&of, x, 0, packed, y_row + first * s->out_c, s->stride_w * s->out_c);
    packed += packed_phases(s, 1, of.filter_h * of.filter_w);
  }
}

/* `row`: a kernel's function for one row. */
static inline __attribute__((always_inline)) void transposed_images(
    const nook_transpose_conv_f32* p, const float* packed, const float* x, float* y,
    void (*row)(const nook_transpose_conv_f32* p, const nook_rows* x, int32_t oy, const float* w,
                const float* bias, float* y_row, void* scratch_memory)) {
  const nook_transpose_conv_shape* const s = &p->shape;
  nook_rows rows = {x, s->in_w * s->in_c * FLOAT, s->in_h};
  for (int32_t n = 0; n < s->batch; ++n, rows.base = (const char*)rows.base + s->in_h * rows.stride)
    for (int32_t oy = 0; oy < s->out_h; ++oy, y += s->out_w * s->out_c) row(p, &rows, oy, packed, 0, y, 0);
}

#endif
