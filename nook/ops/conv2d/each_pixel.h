/* Rows and images of convolutions with one tap and no padding, as consecutive pixels. */
#ifndef NOOK_OPS_CONV2D_EACH_PIXEL_H_
#define NOOK_OPS_CONV2D_EACH_PIXEL_H_

#include "nook/ops/conv2d/each_row.h"

/* Computes contiguous pixels of y from pixels of x with a stride of stride_w. */
typedef void make_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                         int32_t pixels);
typedef void pixel_row_kernel(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                              const int32_t* bias, int8_t* y_row, void* scratch_memory);

/* Both are inlined, so that the callee is a compile-time constant. */
static inline __attribute__((always_inline)) void pixels_of_row(const nook_conv2d_s8* p, const nook_rows* x,
                                                                int32_t oy, const int8_t* w, int8_t* y_row,
                                                                make_pixels* make) {
  make(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}
static inline __attribute__((always_inline)) void pixels_of_images(const nook_conv2d_s8* p, const int8_t* x,
                                                                   const int8_t* w, int8_t* y,
                                                                   void* scratch_memory, make_pixels* make,
                                                                   pixel_row_kernel* row) {
  if (p->stride_h == 1 && p->stride_w == 1)
    make(p, x, w, y, p->batch * p->out_h * p->out_w);
  else
    each_row(p, x, w, 0, y, scratch_memory, row);
}

#endif
