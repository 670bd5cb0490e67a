/* Offsets of the fields of nook_row_parts (row_parts.h) for assembly. */
#ifndef NOOK_KERNELS_DOT_ROW_PARTS_OFFSETS_H_
#define NOOK_KERNELS_DOT_ROW_PARTS_OFFSETS_H_

#define NOOK_ROW_PARTS_STREAM 0
#define NOOK_ROW_PARTS_LAST   8
#define NOOK_ROW_PARTS_STRIDE 12
#define NOOK_ROW_PARTS_PARTS  16
#define NOOK_ROW_PARTS_END    20

#endif
