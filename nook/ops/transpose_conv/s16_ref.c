#include <string.h>

#include "nook/core/fixed_point.h"

typedef int16_t sources_x;
typedef int8_t sources_w;
typedef int32_t sources_product;
typedef int64_t sources_sum;
#include "nook/ops/transpose_conv/sum_of_sources.h"

static int64_t bias_of(const nook_transpose_conv_s16* p, const void* bias, int32_t o) {
  int64_t wide;
  if (!bias) return 0;
  if (p->bias_bytes == 2) return ((const int16_t*)bias)[o];
  if (p->bias_bytes == 4) return ((const int32_t*)bias)[o];
  memcpy(&wide, (const char*)bias + 8 * o, sizeof wide);
  return wide;
}

/* The bias is arbitrary: the sum including it wraps around. */
static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_s16* p = (const nook_transpose_conv_s16*)params;
  const int8_t* filter = (const int8_t*)w_all + o * p->shape.filter_h * p->shape.filter_w * p->shape.in_c;
  const int64_t sum = sum_of_sources(&p->shape, filter, rows, down, along, 0, 0);
  const int64_t all = (int64_t)((uint64_t)sum + (uint64_t)bias_of(p, bias, o));
  *(int16_t*)y =
      (int16_t)nook_clamp(nook_rescale_s64(all, p->multiplier[o], p->shift[o]), p->act_min, p->act_max);
}

void nook_transpose_conv_s16_ref_row(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                     const int8_t* w, const void* bias, int16_t* y_row,
                                     void* scratch_memory) {
  (void)scratch_memory;
  nook_transposed_row_of(&p->shape, p, w, x, oy, bias, y_row, (int32_t)sizeof *y_row, gather);
}
void nook_transpose_conv_s16_ref(const nook_transpose_conv_s16* p, const int8_t* w, const int16_t* x,
                                 const void* bias, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_transposed(&p->shape, p, w, x, bias, y, (int32_t)sizeof *y, gather);
}
