/* Images of int16 as rows, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_ROW_S16_H_
#define NOOK_OPS_CONV2D_EACH_ROW_S16_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/row_after_row.h"

NOOK_ROW_AFTER_ROW(each_row, nook_conv2d_s8, int16_t, int8_t, void)

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
    each_row(p, x, w, 0, y, scratch_memory, symbol##_row);                                              \
  }

#endif
