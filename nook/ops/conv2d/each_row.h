/* Images as rows, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_ROW_H_
#define NOOK_OPS_CONV2D_EACH_ROW_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/row_after_row.h"

NOOK_ROW_AFTER_ROW(each_row, nook_conv2d_s8, int8_t, int8_t, int32_t)

/* The kernel for images: `symbol`, from `symbol`_row, which computes one row from packed weights. */
#define NOOK_CONV2D_OF_ROWS(symbol)                                                                      \
  void symbol(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias, int8_t* y, \
              void* scratch_memory) {                                                                    \
    (void)bias;                                                                                          \
    each_row(p, x, w, 0, y, scratch_memory, symbol##_row);                                               \
  }

/* `symbol`_row, which is make_row(p, x, oy, packed weights, y_row, scratch). */
#define NOOK_CONV2D_ROW(symbol, make_row)                                                     \
  void symbol##_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w, \
                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {               \
    (void)bias;                                                                               \
    make_row(p, x, oy, w, y_row, scratch_memory);                                             \
  }
/* And the kernel for images. */
#define NOOK_CONV2D_BY_ROWS(symbol, make_row) \
  NOOK_CONV2D_ROW(symbol, make_row)           \
  NOOK_CONV2D_OF_ROWS(symbol)

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
      each_row(p, x, w, 0, y, scratch_memory, symbol##_row);                                             \
  }

#endif
