/* Sums the contributions to an output. The including file defines the types of inputs, weights, products and
 * sums: sources_x, sources_w, sources_product and sources_sum. */
#ifndef NOOK_OPS_TRANSPOSE_CONV_SUM_OF_SOURCES_H_
#define NOOK_OPS_TRANSPOSE_CONV_SUM_OF_SOURCES_H_

#include "nook/ops/transpose_conv/sources.h"

/* `sum` plus the products of a filter with the inputs at `down` and `along`, after subtracting `zero` from
 * each input. */
static inline __attribute__((always_inline)) sources_sum sum_of_sources(
    const nook_transpose_conv_shape* s, const sources_w* filter, const nook_rows* rows, nook_sources down,
    nook_sources along, sources_product zero, sources_sum sum) {
  const int32_t back = s->stride_w * s->in_c;
  int32_t ky = down.tap;
  for (int32_t iy = down.begin; iy < down.end; ++iy, ky -= s->stride_h) {
    const sources_x* x = (const sources_x*)nook_row(rows, iy) + along.begin * s->in_c;
    int32_t at = (ky * s->filter_w + along.tap) * s->in_c;
    for (int32_t ix = along.begin; ix < along.end; ++ix, x += s->in_c, at -= back)
      for (int32_t i = 0; i < s->in_c; ++i) sum += (sources_sum)((x[i] - zero) * filter[at + i]);
  }
  return sum;
}

#endif
