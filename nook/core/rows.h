/* Rows: how spatial kernels are handed their input.
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

#endif
