/* The walk of the kernels of TRANSPOSE_CONV whose weights stay in the model's layout, because several layers
 * read them: four channels of an output at a time. The including file defines the types four_params, four_x
 * and four_bias, and four_outputs(). */
#ifndef NOOK_OPS_TRANSPOSE_CONV_FOUR_OUTPUTS_H_
#define NOOK_OPS_TRANSPOSE_CONV_FOUR_OUTPUTS_H_

#include "nook/ops/transpose_conv/sources.h"

/* The input of an output pixel. */
typedef struct nook_pixel_sources {
  const nook_rows* rows;
  nook_sources down, along;
} nook_pixel_sources;

/* Writes channels [o, o + 4) of an output pixel. */
static void four_outputs(const four_params* p, const int8_t* w, const nook_pixel_sources* from,
                         const four_bias* bias, int32_t o, four_x* y);

/* The last four channels overlap the previous ones. */
static void four_outputs_row(const four_params* p, const nook_rows* x, int32_t oy, const int8_t* w,
                             const four_bias* bias, four_x* y) {
  const nook_transpose_conv_shape* s = &p->shape;
  const int32_t last = s->out_c - 4;
  nook_pixel_sources from = {
      x, nook_sources_of(oy + s->pad_top, s->stride_h, s->filter_h, s->in_h), {0, 0, 0}};
  for (int32_t ox = 0; ox < s->out_w; ++ox, y += s->out_c) {
    from.along = nook_sources_of(ox + s->pad_left, s->stride_w, s->filter_w, s->in_w);
    for (int32_t o = 0; o < s->out_c; o += 4) {
      const int32_t first = o < last ? o : last;
      four_outputs(p, w, &from, bias, first, y + first);
    }
  }
}

static void four_outputs_images(const four_params* p, const int8_t* w, const four_x* x, const four_bias* bias,
                                four_x* y) {
  const nook_transpose_conv_shape* s = &p->shape;
  const int32_t row = s->in_w * s->in_c;
  for (int32_t n = 0; n < s->batch; ++n, x += s->in_h * row) {
    const nook_rows rows = {x, row * (int32_t)sizeof *x, s->in_h};
    for (int32_t oy = 0; oy < s->out_h; ++oy, y += s->out_w * s->out_c)
      four_outputs_row(p, &rows, oy, w, bias, y);
  }
}

#endif
