#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

typedef nook_transpose_conv_s8 four_params;
typedef int8_t four_x;
typedef int32_t four_bias;
#include "nook/ops/transpose_conv/four_outputs.h"

/* Sums wrap around on overflow, which only hostile models cause. */
static void add_sources(const nook_transpose_conv_shape* s, const int8_t* w, const nook_pixel_sources* from,
                        nook_row_sums* all) {
  const int32_t filter = s->filter_h * s->filter_w * s->in_c, back = s->stride_w * s->in_c;
  int32_t ky = from->down.tap;
  for (int32_t iy = from->down.begin; iy < from->down.end; ++iy, ky -= s->stride_h) {
    const int8_t* x = (const int8_t*)nook_row(from->rows, iy) + from->along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + from->along.tap) * s->in_c;
    for (int32_t ix = from->along.begin; ix < from->along.end; ++ix, x += s->in_c, at -= back)
      nook_add_rows_dsp(x, s->in_c, w + at, filter, all);
  }
}

static void four_outputs(const four_params* p, const int8_t* w, const nook_pixel_sources* from,
                         const int32_t* bias, int32_t o, int8_t* y) {
  const nook_transpose_conv_shape* s = &p->shape;
  nook_row_sums all = {{0, 0, 0, 0}, nook_both_halves(-p->in_zero)};
  for (int32_t k = 0; k < 4 && bias; ++k) all.sums[k] = (uint32_t)bias[o + k];
  add_sources(s, w + o * s->filter_h * s->filter_w * s->in_c, from, &all);
  for (int32_t k = 0; k < 4; ++k) {
    const int32_t sum = (int32_t)all.sums[k], multiplier = p->multiplier[o + k], shift = p->shift[o + k];
    const int32_t q =
        shift < 0 ? nook_rescale_right(sum, multiplier, -shift) : nook_rescale(sum, multiplier, shift);
    y[k] = (int8_t)(nook_clamp(q, p->act_min - p->out_zero, p->act_max - p->out_zero) + p->out_zero);
  }
}

void nook_transpose_conv_s8_dsp_rows(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  four_outputs_images(p, w, x, bias, y);
}
void nook_transpose_conv_s8_dsp_rows_row(const nook_transpose_conv_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)scratch_memory;
  four_outputs_row(p, x, oy, w, bias, y_row);
}
