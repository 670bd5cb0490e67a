/* A row of pixels under 3 by 3 taps in parts, each of which is read where three rows of bytes are. */
#ifndef NOOK_KERNELS_DOT_ROW_PARTS_H_
#define NOOK_KERNELS_DOT_ROW_PARTS_H_

#include <stdint.h>

/* Assembly code depends on the offsets of the fields of both. */
typedef struct nook_row_part {
  const int8_t* x;       /* row 0, column 0 of the first pixel; any alignment */
  int32_t second, third; /* bytes to the other rows */
  const int8_t* end;     /* x of the pixel behind, one two at least */
  int32_t apart;         /* bytes from the outputs of a pixel to those of the next; 0 for one pixel only, the
                            row's last: those of a second one are overwritten */
} nook_row_part;

typedef struct nook_row_parts {
  const void* stream; /* at a multiple of 4 */
  int8_t *y, *last;   /* of the first pixel, the first and the last four outputs; any alignment */
  int32_t apart;      /* from the outputs of a pixel to those of the next */
  const nook_row_part *parts, *parts_end; /* one or more */
} nook_row_parts;

#endif
