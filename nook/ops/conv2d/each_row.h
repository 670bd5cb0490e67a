/* Images as rows, one after the other. */
#ifndef NOOK_OPS_CONV2D_EACH_ROW_H_
#define NOOK_OPS_CONV2D_EACH_ROW_H_

#include "nook/ops/conv2d/conv2d.h"

static inline void each_row(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                            void* scratch,
                            void (*row)(const nook_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                                        const int32_t*, int8_t*, void*)) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

#endif
