/* Rows: the input of spatial kernels.
 *
 * A row is one line of a feature map, [width][channels] elements. A window of rows may be a whole image or a
 * ring that holds only the last few lines; kernels treat both alike. Row y of the image is at base + (y mod
 * count) * stride. Rows above and below the image are never read: kernels skip them, so padding costs neither
 * memory nor time. */
#ifndef NOOK_CORE_ROWS_H_
#define NOOK_CORE_ROWS_H_

#include <stdint.h>

typedef struct nook_rows {
  const void* base; /* row 0, also row `count`, 2 * `count`, ... */
  int32_t stride;   /* bytes from one row to the next */
  int32_t count;    /* rows in memory; for a whole image, all of them */
} nook_rows;

/* Row y, 0 <= y < height of the image. */
static inline const void* nook_row(const nook_rows* rows, int32_t y) {
  const int32_t slot = y < rows->count ? y : y % rows->count;
  return (const char*)rows->base + slot * rows->stride;
}

/* nook_row() for writing. */
static inline void* nook_row_to_write(const nook_rows* rows, int32_t y) { return (void*)nook_row(rows, y); }

/* The number of rows of an image, from the first, that row y of the output needs: all rows before row (y *
 * stride + reach) / ratio. Under a filter, `reach` is its rows minus the padding above, and `ratio` is 1; if
 * one input row expands to n output rows, `ratio` is n. */
static inline int32_t nook_rows_for(int32_t y, int32_t stride, int32_t reach, int32_t ratio, int32_t height) {
  const int32_t rows = (y * stride + reach) / ratio;
  return rows < height ? rows : height;
}

#endif
