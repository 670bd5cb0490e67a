/* Finds the input positions that contribute to an output position: the walk that the kernels of
 * TRANSPOSE_CONV share. Every output is gathered separately, so no array of sums is needed. */
#ifndef NOOK_OPS_TRANSPOSE_CONV_SOURCES_H_
#define NOOK_OPS_TRANSPOSE_CONV_SOURCES_H_

#include "nook/ops/transpose_conv/transpose_conv.h"

/* Positions [begin, end) of the input. The first one meets tap `tap`; each next one meets the tap one stride
 * before. */
typedef struct nook_sources {
  int32_t begin, end, tap;
} nook_sources;

/* `at`: the position of the output, counted from the start of the padding. */
static inline nook_sources nook_sources_of(int32_t at, int32_t stride, int32_t filter, int32_t size) {
  const int32_t last = at / stride, beyond = at - (filter - 1);
  nook_sources s;
  s.begin = beyond > 0 ? (beyond - 1) / stride + 1 : 0;
  s.end = last < size ? last + 1 : size;
  if (s.begin >= s.end) s.begin = s.end = 0; /* outside of x, nothing is multiplied */
  s.tap = s.begin < s.end ? at - s.begin * stride : 0;
  return s;
}

/* Writes output channel `o`, from the positions `down` among the rows and `along` among the columns of an
 * image. */
typedef void (*nook_gather_output)(const void* params, const void* w, const nook_rows* x, const void* bias,
                                   nook_sources down, nook_sources along, int32_t o, void* y);

static inline void nook_transposed_row_of(const nook_transpose_conv_shape* s, const void* params,
                                          const void* w, const nook_rows* x, int32_t oy, const void* bias,
                                          void* y_row, int32_t bytes, nook_gather_output gather) {
  char* y = (char*)y_row;
  const nook_sources down = nook_sources_of(oy + s->pad_top, s->stride_h, s->filter_h, s->in_h);
  for (int32_t ox = 0; ox < s->out_w; ++ox) {
    const nook_sources along = nook_sources_of(ox + s->pad_left, s->stride_w, s->filter_w, s->in_w);
    for (int32_t o = 0; o < s->out_c; ++o, y += bytes) gather(params, w, x, bias, down, along, o, y);
  }
}

static inline void nook_each_transposed(const nook_transpose_conv_shape* s, const void* params, const void* w,
                                        const void* x, const void* bias, void* y_first, int32_t bytes,
                                        nook_gather_output gather) {
  const int32_t row = s->in_w * s->in_c * bytes;
  nook_rows rows = {x, row, s->in_h};
  char* y = (char*)y_first;
  for (int32_t n = 0; n < s->batch; ++n, rows.base = (const char*)rows.base + s->in_h * row)
    for (int32_t oy = 0; oy < s->out_h; ++oy, y += s->out_w * s->out_c * bytes)
      nook_transposed_row_of(s, params, w, &rows, oy, bias, y, bytes, gather);
}

#endif
