/* Defines kernels for images by means of kernels for rows. */
#ifndef NOOK_CORE_ROW_AFTER_ROW_H_
#define NOOK_CORE_ROW_AFTER_ROW_H_

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

#endif
