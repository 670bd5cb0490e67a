/* Defines kernels for images by means of kernels for rows. */
#ifndef NOOK_OPS_REFERENCE_ROW_AFTER_ROW_H_
#define NOOK_OPS_REFERENCE_ROW_AFTER_ROW_H_

#include "nook/core/rows.h"

/* Defines name(p, x, w, bias, y, scratch, row), which calls row(p, rows, oy, w, bias, y_row, scratch) for
 * each row of y. `Data` is the type of x and y. It is inlined, so that the callee is a compile-time constant.
 */
#define NOOK_ROW_AFTER_ROW(name, Params, Data, Weights, Bias)                                             \
  static inline __attribute__((always_inline)) void name(                                                 \
      const Params* p, const Data* x, const Weights* w, const Bias* bias, Data* y, void* scratch,         \
      void (*row)(const Params*, const nook_rows*, int32_t, const Weights*, const Bias*, Data*, void*)) { \
    nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};                                \
    for (int32_t n = 0; n < p->batch; ++n) {                                                              \
      for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)                                 \
        row(p, &rows, oy, w, bias, y, scratch);                                                           \
      x += p->in_h * p->in_w * p->in_c;                                                                   \
      rows.base = x;                                                                                      \
    }                                                                                                     \
  }

/* Defines the kernel for images, `symbol`, by the kernel for rows, `symbol`_row. */
#define NOOK_IMAGES_OF_ROWS(symbol, Params, Data, Weights, Bias)                           \
  NOOK_ROW_AFTER_ROW(symbol##_rows, Params, Data, Weights, Bias)                           \
  void symbol(const Params* p, const Data* x, const Weights* w, const Bias* bias, Data* y, \
              void* scratch_memory) {                                                      \
    symbol##_rows(p, x, w, bias, y, scratch_memory, symbol##_row);                         \
  }

/* Defines both by make_row(p, x, oy, w, bias, y_row). */
#define NOOK_ROWS_AND_IMAGES(symbol, Params, Data, Weights, Bias, make_row)                              \
  void symbol##_row(const Params* p, const nook_rows* x, int32_t oy, const Weights* w, const Bias* bias, \
                    Data* y_row, void* scratch_memory) {                                                 \
    (void)scratch_memory;                                                                                \
    make_row(p, x, oy, w, bias, y_row);                                                                  \
  }                                                                                                      \
  NOOK_IMAGES_OF_ROWS(symbol, Params, Data, Weights, Bias)

#endif
