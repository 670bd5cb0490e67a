#include "nook/core/fixed_point.h"
#include "nook/ops/transpose_conv/sources.h"

static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_f32* p = (const nook_transpose_conv_f32*)params;
  const nook_transpose_conv_shape* s = &p->shape;
  const float* filter = (const float*)w_all + o * s->filter_h * s->filter_w * s->in_c;
  const int32_t back = s->stride_w * s->in_c;
  float sum = 0;
  int32_t ky = down.tap;
  for (int32_t iy = down.begin; iy < down.end; ++iy, ky -= s->stride_h) {
    const float* x = (const float*)nook_row(rows, iy) + along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + along.tap) * s->in_c;
    for (int32_t ix = along.begin; ix < along.end; ++ix, x += s->in_c, at -= back)
      for (int32_t i = 0; i < s->in_c; ++i) sum += x[i] * filter[at + i];
  }
  *(float*)y = nook_clamp_f32(sum + (bias ? ((const float*)bias)[o] : 0), p->act_min, p->act_max);
}

NOOK_TRANSPOSED_BY_GATHER(nook_transpose_conv_f32_ref, nook_transpose_conv_f32, float, float, float)
