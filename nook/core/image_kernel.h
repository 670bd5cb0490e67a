/* Declares kernels for images with weights and a bias. */
#ifndef NOOK_CORE_IMAGE_KERNEL_H_
#define NOOK_CORE_IMAGE_KERNEL_H_

#include <stdint.h>

#include "nook/core/rows.h"

/* The arguments of a kernel with weights for whole images, and of one that writes one output row, y_row
 * [out_w][out_c] of row `oy`, from the rows of one image. */
#define NOOK_IMAGE_ARGUMENTS(Params, Data, Weights, Bias) \
  const Params *p, const Data *x, const Weights *w, const Bias *bias, Data *y, void *scratch_memory
#define NOOK_ROW_ARGUMENTS(Params, Data, Weights, Bias)                                             \
  const Params *p, const nook_rows *x, int32_t oy, const Weights *w, const Bias *bias, Data *y_row, \
      void *scratch_memory

/* Declares both: `symbol`, and `symbol`_row. */
#define NOOK_IMAGE_KERNEL(symbol, Params, Data, Weights, Bias)    \
  void symbol(NOOK_IMAGE_ARGUMENTS(Params, Data, Weights, Bias)); \
  void symbol##_row(NOOK_ROW_ARGUMENTS(Params, Data, Weights, Bias));

#endif
