#include "nook/core/fixed_point.h"

typedef float sources_x, sources_w, sources_product, sources_sum;
#include "nook/ops/transpose_conv/sum_of_sources.h"

static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_f32* p = (const nook_transpose_conv_f32*)params;
  const float* filter = (const float*)w_all + o * p->shape.filter_h * p->shape.filter_w * p->shape.in_c;
  const float sum = sum_of_sources(&p->shape, filter, rows, down, along, 0, 0);
  *(float*)y = nook_clamp_f32(sum + (bias ? ((const float*)bias)[o] : 0), p->act_min, p->act_max);
}

NOOK_TRANSPOSED_BY_GATHER(nook_transpose_conv_f32_ref, nook_transpose_conv_f32, float, float, float)
