/* Declares kernels for images with weights and a bias. */
#ifndef NOOK_CORE_IMAGE_KERNEL_H_
#define NOOK_CORE_IMAGE_KERNEL_H_

#include <stdint.h>

#include "nook/core/rows.h"

/* `symbol`, for whole images, and `symbol`_row, which writes one output row, y_row [out_w][out_c] of row
 * `oy`, from the rows of one image. */
#define NOOK_IMAGE_KERNEL(symbol, Params, Data, Weights, Bias)                                           \
  void symbol(const Params* p, const Data* x, const Weights* w, const Bias* bias, Data* y,               \
              void* scratch_memory);                                                                     \
  void symbol##_row(const Params* p, const nook_rows* x, int32_t oy, const Weights* w, const Bias* bias, \
                    Data* y_row, void* scratch_memory);

#endif
