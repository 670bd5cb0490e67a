#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

typedef nook_transpose_conv_s16 four_params;
typedef int16_t four_x;
typedef void four_bias;
#include "nook/ops/transpose_conv/four_outputs.h"

/* The bias is arbitrary: the sum including it wraps around. */
static uint64_t bias_of(const nook_transpose_conv_s16* p, const void* bias, int32_t o) {
  uint64_t wide;
  if (!bias) return 0;
  if (p->bias_bytes == 2) return (uint64_t)((const int16_t*)bias)[o];
  if (p->bias_bytes == 4) return (uint64_t)((const int32_t*)bias)[o];
  memcpy(&wide, (const char*)bias + 8 * o, sizeof wide);
  return wide;
}

/* The sum over the channels of a pixel has 32 bits, that over all pixels 64. */
static void add_sources(const nook_transpose_conv_shape* s, const int8_t* w, const nook_pixel_sources* from,
                        uint64_t* sums) {
  const int32_t filter = s->filter_h * s->filter_w * s->in_c, back = s->stride_w * s->in_c;
  int32_t ky = from->down.tap;
  for (int32_t iy = from->down.begin; iy < from->down.end; ++iy, ky -= s->stride_h) {
    const int16_t* x = (const int16_t*)nook_row(from->rows, iy) + from->along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + from->along.tap) * s->in_c;
    for (int32_t ix = from->along.begin; ix < from->along.end; ++ix, x += s->in_c, at -= back) {
      nook_row_sums of_pixel = {{0, 0, 0, 0}, 0};
      nook_add_rows_s16_dsp(x, s->in_c, w + at, filter, &of_pixel);
      for (int32_t k = 0; k < 4; ++k) sums[k] += (uint64_t)(int32_t)of_pixel.sums[k];
    }
  }
}

static void four_outputs(const four_params* p, const int8_t* w, const nook_pixel_sources* from,
                         const void* bias, int32_t o, int16_t* y) {
  const nook_transpose_conv_shape* s = &p->shape;
  uint64_t sums[4];
  for (int32_t k = 0; k < 4; ++k) sums[k] = bias_of(p, bias, o + k);
  add_sources(s, w + o * s->filter_h * s->filter_w * s->in_c, from, sums);
  for (int32_t k = 0; k < 4; ++k) {
    const int32_t q = nook_rescale_s64((int64_t)sums[k], p->multiplier[o + k], p->shift[o + k]);
    y[k] = (int16_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

void nook_transpose_conv_s16_dsp_rows(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                      const void* bias, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  four_outputs_images(p, w, x, bias, y);
}
void nook_transpose_conv_s16_dsp_rows_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const void* bias, int16_t* y_row,
                                          void* scratch_memory) {
  (void)scratch_memory;
  four_outputs_row(p, x, oy, w, bias, y_row);
}
