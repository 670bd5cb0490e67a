/* Images as rows, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_ROW_H_
#define NOOK_OPS_CONV2D_EACH_ROW_H_

#include "nook/ops/conv2d/conv2d.h"

static inline void each_row(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                            void* scratch,
                            void (*row)(const nook_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                                        const int32_t*, int8_t*, void*)) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* The kernel for images: `symbol`, from `symbol`_row, which computes one row from packed weights. */
#define NOOK_CONV2D_OF_ROWS(symbol)                                                                      \
  void symbol(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias, int8_t* y, \
              void* scratch_memory) {                                                                    \
    (void)bias;                                                                                          \
    each_row(p, x, w, y, scratch_memory, symbol##_row);                                                  \
  }

/* Both kernels for one tap without padding, from row_of_pixels() and images_of_pixels(). */
#define NOOK_CONV2D_OF_PIXELS(symbol)                                                                    \
  void symbol##_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,            \
                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {                          \
    (void)bias, (void)scratch_memory;                                                                    \
    row_of_pixels(p, x, oy, w, y_row);                                                                   \
  }                                                                                                      \
  void symbol(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias, int8_t* y, \
              void* scratch_memory) {                                                                    \
    (void)bias;                                                                                          \
    if (p->stride_h == 1 && p->stride_w == 1)                                                            \
      images_of_pixels(p, x, w, y);                                                                      \
    else                                                                                                 \
      each_row(p, x, w, y, scratch_memory, symbol##_row);                                                \
  }

#endif
