/* Rows and images of one tap as pixels, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_PIXEL_H_
#define NOOK_OPS_CONV2D_EACH_PIXEL_H_

#include "nook/ops/conv2d/each_row.h"

/* Both kernels, by make(p, x, packed weights, y, pixels). */
#define NOOK_CONV2D_OF_EACH_PIXEL(symbol, make)                                                        \
  static void row_of_pixels(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,  \
                            int8_t* y_row) {                                                           \
    make(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);                         \
  }                                                                                                    \
  static void images_of_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) { \
    make(p, x, w, y, p->batch * p->out_h * p->out_w);                                                  \
  }                                                                                                    \
  NOOK_CONV2D_OF_PIXELS(symbol)

#endif
