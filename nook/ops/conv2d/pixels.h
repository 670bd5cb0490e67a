/* One tap and no padding: rows and images as pixels, one after the other. */
#ifndef NOOK_OPS_CONV2D_PIXELS_H_
#define NOOK_OPS_CONV2D_PIXELS_H_

#include "nook/ops/conv2d/each_row.h"

/* Defines what NOOK_CONV2D_OF_PIXELS takes, by make(p, x, w, y, pixels). All images are one row. */
#define NOOK_CONV2D_BY_PIXELS(make)                                                                    \
  static void row_of_pixels(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,  \
                            int8_t* y_row) {                                                           \
    make(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);                         \
  }                                                                                                    \
  static void images_of_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) { \
    make(p, x, w, y, p->batch * p->out_h * p->out_w);                                                  \
  }

#endif
