/* Images of int16 as rows, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_ROW_S16_H_
#define NOOK_OPS_CONV2D_EACH_ROW_S16_H_

#include "nook/ops/conv2d/conv2d.h"

static inline void each_row(const nook_conv2d_s8* p, const int16_t* x, const int8_t* w, int16_t* y,
                            void* scratch,
                            void (*row)(const nook_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                                        const void*, int16_t*, void*)) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* Both kernels, whose packed weights have the biases: `symbol`_row, which is `make` with the row's arguments
 * and `how`, and `symbol` for images. */
#define NOOK_CONV2D_S16_OF_ROWS(symbol, make, how)                                                      \
  void symbol##_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,           \
                    const void* bias, int16_t* y_row, void* scratch_memory) {                           \
    (void)bias;                                                                                         \
    make(p, x, oy, w, y_row, scratch_memory, how);                                                      \
  }                                                                                                     \
  void symbol(const nook_conv2d_s8* p, const int16_t* x, const int8_t* w, const void* bias, int16_t* y, \
              void* scratch_memory) {                                                                   \
    (void)bias;                                                                                         \
    each_row(p, x, w, y, scratch_memory, symbol##_row);                                                 \
  }

#endif
