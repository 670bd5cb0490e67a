/* Images by the rows of a kernel with packed weights. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_DSP_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

typedef void nook_row_kernel(const nook_depthwise_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                             const int32_t*, int8_t*, void*);

/* Inlined, so that the compiler knows what it calls. */
static inline __attribute__((always_inline)) void nook_each_row(const nook_depthwise_conv2d_s8* p,
                                                                const int8_t* x, const int8_t* w, int8_t* y,
                                                                nook_row_kernel* row) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, 0);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* Both kernels, from make_row(p, x, oy, packed weights, y_row). */
#define NOOK_DEPTHWISE_CONV2D_OF_ROWS(symbol, make_row)                                                 \
  void symbol##_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w, \
                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {                         \
    (void)bias, (void)scratch_memory;                                                                   \
    make_row(p, x, oy, w, y_row);                                                                       \
  }                                                                                                     \
  void symbol(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias, \
              int8_t* y, void* scratch_memory) {                                                        \
    (void)bias, (void)scratch_memory;                                                                   \
    nook_each_row(p, x, w, y, symbol##_row);                                                            \
  }

#endif
