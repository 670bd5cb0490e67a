#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/transpose_conv/sources.h"

static int64_t bias_of(const nook_transpose_conv_s16* p, const void* bias, int32_t o) {
  int64_t wide;
  if (!bias) return 0;
  if (p->bias_bytes == 2) return ((const int16_t*)bias)[o];
  memcpy(&wide, (const char*)bias + 8 * o, sizeof wide);
  return wide;
}

/* The bias is arbitrary: the sum with it wraps around. */
static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_s16* p = (const nook_transpose_conv_s16*)params;
  const nook_transpose_conv_shape* s = &p->shape;
  const int8_t* filter = (const int8_t*)w_all + o * s->filter_h * s->filter_w * s->in_c;
  const int32_t back = s->stride_w * s->in_c;
  int64_t sum = 0;
  int32_t ky = down.tap;
  for (int32_t iy = down.begin; iy < down.end; ++iy, ky -= s->stride_h) {
    const int16_t* x = (const int16_t*)nook_row(rows, iy) + along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + along.tap) * s->in_c;
    for (int32_t ix = along.begin; ix < along.end; ++ix, x += s->in_c, at -= back)
      for (int32_t i = 0; i < s->in_c; ++i) sum += x[i] * filter[at + i];
  }
  const int64_t all = (int64_t)((uint64_t)sum + (uint64_t)bias_of(p, bias, o));
  *(int16_t*)y =
      (int16_t)nook_clamp(nook_rescale_s64(all, p->multiplier[o], p->shift[o]), p->act_min, p->act_max);
}

NOOK_TRANSPOSED_BY_GATHER(nook_transpose_conv_s16_ref, nook_transpose_conv_s16, int8_t, int16_t, void)
