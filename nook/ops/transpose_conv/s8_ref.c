#include "nook/core/fixed_point.h"

typedef int8_t sources_x, sources_w;
typedef int32_t sources_product;
typedef uint32_t sources_sum;
#include "nook/ops/transpose_conv/sum_of_sources.h"

/* The sum wraps around on overflow, which only hostile models cause. */
static void gather(const void* params, const void* w_all, const nook_rows* rows, const void* bias,
                   nook_sources down, nook_sources along, int32_t o, void* y) {
  const nook_transpose_conv_s8* p = (const nook_transpose_conv_s8*)params;
  const int8_t* filter = (const int8_t*)w_all + o * p->shape.filter_h * p->shape.filter_w * p->shape.in_c;
  const uint32_t first = bias ? (uint32_t)((const int32_t*)bias)[o] : 0;
  const uint32_t sum = sum_of_sources(&p->shape, filter, rows, down, along, p->in_zero, first);
  *(int8_t*)y = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero, p->act_min,
                                        p->act_max);
}

void nook_transpose_conv_s8_ref_row(const nook_transpose_conv_s8* p, const nook_rows* x, int32_t oy,
                                    const int8_t* w, const int32_t* bias, int8_t* y_row,
                                    void* scratch_memory) {
  (void)scratch_memory;
  nook_transposed_row_of(&p->shape, p, w, x, oy, bias, y_row, (int32_t)sizeof *y_row, gather);
}
void nook_transpose_conv_s8_ref(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_transposed(&p->shape, p, w, x, bias, y, (int32_t)sizeof *y, gather);
}
