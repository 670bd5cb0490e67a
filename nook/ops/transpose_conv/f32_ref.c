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

void nook_transpose_conv_f32_ref_row(const nook_transpose_conv_f32* p, const nook_rows* x, int32_t oy,
                                     const float* w, const float* bias, float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  nook_transposed_row_of(&p->shape, p, w, x, oy, bias, y_row, (int32_t)sizeof *y_row, gather);
}
void nook_transpose_conv_f32_ref(const nook_transpose_conv_f32* p, const float* w, const float* x,
                                 const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_transposed(&p->shape, p, w, x, bias, y, (int32_t)sizeof *y, gather);
}
