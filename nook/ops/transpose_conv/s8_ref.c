#include "nook/core/fixed_point.h"
#include "nook/ops/transpose_conv/sources.h"

/* The sum wraps around on overflow, which only hostile models cause. */
static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_s8* p = (const nook_transpose_conv_s8*)params;
  const nook_transpose_conv_shape* s = &p->shape;
  const int8_t* filter = (const int8_t*)w_all + o * s->filter_h * s->filter_w * s->in_c;
  const int32_t back = s->stride_w * s->in_c;
  uint32_t sum = bias ? (uint32_t)((const int32_t*)bias)[o] : 0;
  int32_t ky = down.tap;
  for (int32_t iy = down.begin; iy < down.end; ++iy, ky -= s->stride_h) {
    const int8_t* x = (const int8_t*)nook_row(rows, iy) + along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + along.tap) * s->in_c;
    for (int32_t ix = along.begin; ix < along.end; ++ix, x += s->in_c, at -= back)
      for (int32_t i = 0; i < s->in_c; ++i) sum += (uint32_t)((x[i] - p->in_zero) * filter[at + i]);
  }
  *(int8_t*)y = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero, p->act_min,
                                        p->act_max);
}

NOOK_TRANSPOSED_BY_GATHER(nook_transpose_conv_s8_ref, nook_transpose_conv_s8, int8_t, int8_t, int32_t)
