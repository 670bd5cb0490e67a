/* Images as rows, one after the other, of kernels with packed weights. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_EACH_ROW_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/reference/row_after_row.h"

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)

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
    each_row(p, x, w, 0, y, 0, symbol##_row);                                                           \
  }

#endif
