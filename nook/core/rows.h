/* Rows: the input of spatial kernels.
 *
 * A row is one line of a feature map, [width][channels] elements. A window of rows may be a whole image or a
 * ring that holds the last few lines only; the kernel can't tell. Row y of the image is at
 * base + (y mod count) * stride. Rows above and below the image are never fetched: a kernel skips them, so
 * that padding costs neither memory nor time. */
#ifndef NOOK_CORE_ROWS_H_
#define NOOK_CORE_ROWS_H_

#include <stdint.h>

typedef struct nook_rows {
  const void* base; /* row 0, row `count`, ... */
  int32_t stride;   /* bytes from a row to the next */
  int32_t count;    /* rows held; a whole image holds all of them */
} nook_rows;

/* Row y, 0 <= y < height of the image. */
static inline const void* nook_row(const nook_rows* rows, int32_t y) {
  const int32_t slot = y < rows->count ? y : y % rows->count;
  return (const char*)rows->base + slot * rows->stride;
}

/* The same for writing. */
static inline void* nook_row_to_write(const nook_rows* rows, int32_t y) { return (void*)nook_row(rows, y); }

/* How many rows of an image, from the first on, row y of an output needs: up to, but not including, row
 * (y * stride + reach) / ratio. Under a filter, `reach` is its rows minus the padding above, and `ratio` is
 * 1; where n rows are made of one, `ratio` is n. */
static inline int32_t nook_rows_for(int32_t y, int32_t stride, int32_t reach, int32_t ratio, int32_t height) {
  const int32_t rows = (y * stride + reach) / ratio;
  return rows < height ? rows : height;
}

#endif
