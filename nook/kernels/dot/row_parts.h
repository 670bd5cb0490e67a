/* A row of pixels under 3x3 taps, split into parts, each with three rows of bytes that are read in place. */
#ifndef NOOK_KERNELS_DOT_ROW_PARTS_H_
#define NOOK_KERNELS_DOT_ROW_PARTS_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of the fields of both structs. */
typedef struct nook_row_part {
  const int8_t* x;       /* row 0, column 0 of the first pixel; any alignment */
  int32_t second, third; /* bytes to the other two rows */
  const int8_t* end;     /* x just past the last pixel; at least one pair of pixels */
  int32_t stride; /* bytes from the outputs of one pixel to the next; 0 for a single pixel, the row's last:
                    the second one's outputs are overwritten */
} nook_row_part;

typedef struct nook_row_parts {
  const void* packed; /* packed weights, at a multiple of 4 */
  int8_t *y, *last;   /* the first and the last four outputs of the first pixel; any alignment */
  int32_t stride;     /* bytes from the outputs of one pixel to the next */
  const nook_row_part *parts, *parts_end; /* one or more */
} nook_row_parts;

#include "nook/kernels/dot/row_parts_offsets.inc"

#endif
