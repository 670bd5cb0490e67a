/* Images as rows, and as consecutive pixels. */
#ifndef NOOK_KERNELS_WINDOW_ROWS_H_
#define NOOK_KERNELS_WINDOW_ROWS_H_

#include "nook/core/row_after_row.h"
#include "nook/kernels/window/window.h"

/* Computes images one row at a time. A file with few kernels defines a copy for each of them, so that the
 * compiler makes a direct call of the function for a row. */
NOOK_ROW_AFTER_ROW(each_row, nook_window_s8, int8_t, int8_t, int32_t)

/* Pixels of one tap without padding: contiguous pixels of y from pixels of x with a stride of stride_w. */
typedef void make_pixels(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                         int32_t pixels);
typedef void pixel_row_kernel(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t));

/* Both are inlined, so that the callee is a compile-time constant. */
static inline __attribute__((always_inline)) void pixels_of_row(const nook_window_s8* p, const nook_rows* x,
                                                                int32_t oy, const int8_t* w, int8_t* y_row,
                                                                make_pixels* make) {
  make(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}
static inline __attribute__((always_inline)) void pixels_of_images(const nook_window_s8* p, const int8_t* x,
                                                                   const int8_t* w, int8_t* y,
                                                                   void* scratch_memory, make_pixels* make,
                                                                   pixel_row_kernel* row) {
  if (p->stride_h == 1 && p->stride_w == 1)
    make(p, x, w, y, p->batch * p->out_h * p->out_w);
  else
    each_row(p, x, w, 0, y, scratch_memory, row);
}

/* Likewise with scratch for the inputs of a tile. Rows are not computed by a kernel for a row, which would
 * need more stack. */
typedef void make_pixels_in(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                            int32_t pixels, int32_t* scratch);
static inline __attribute__((always_inline)) void pixels_of_images_in(const nook_window_s8* p,
                                                                      const int8_t* x, const int8_t* w,
                                                                      int8_t* y, int32_t* scratch,
                                                                      make_pixels_in* make) {
  if (p->stride_h == 1 && p->stride_w == 1) {
    make(p, x, w, y, p->batch * p->out_h * p->out_w, scratch);
    return;
  }
  const int32_t row = p->in_w * p->in_c;
  for (int32_t n = p->batch; n > 0; --n, x += p->in_h * row)
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      make(p, x + oy * p->stride_h * row, w, y, p->out_w, scratch);
}

/* Rows of the image, each contiguous under the filter: the first row and, past the end of a ring, the
 * remaining ones, with the same stride. */
typedef struct dense_rows {
  const int8_t *first, *rest; /* column 0; first is null: rows are not contiguous */
  int32_t stride, count;      /* stride in bytes; number of rows before the end of the ring */
} dense_rows;

/* Finds the end of a ring among `rows` rows, if there is one; `rest` is the last row so far. */
static inline void find_end_of_ring(dense_rows* dense, const nook_window_s8* p, const nook_rows* x,
                                    int32_t rows) {
  if (dense->rest == dense->first + (rows - 1) * dense->stride) return;
  const int32_t before = x->count - (int32_t)((dense->first - (const int8_t*)x->base) / x->stride);
  dense->count = (before + p->dilation_h - 1) / p->dilation_h;
  dense->rest -= (rows - 1 - dense->count) * dense->stride;
}

/* All rows of the filter; none if one of them is outside of the image. */
static inline dense_rows find_dense_rows(const nook_window_s8* p, const nook_rows* x, int32_t y0) {
  dense_rows dense = {0, 0, p->dilation_h * x->stride, p->filter_h};
  const int32_t last = y0 + (p->filter_h - 1) * p->dilation_h;
  if (p->dilation_w != 1 || y0 < 0 || last >= p->in_h) return dense;
  dense.first = nook_row(x, y0);
  dense.rest = nook_row(x, last);
  find_end_of_ring(&dense, p, x, p->filter_h);
  return dense;
}

#endif
