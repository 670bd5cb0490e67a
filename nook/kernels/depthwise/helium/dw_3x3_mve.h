/* Filters of up to 3x3 on cores with Helium: the inner loops of depthwise convolutions.
 *
 * Lanes are taps, not channels: one vmladav sums all nine products of an output. For that, the three rows of
 * an image under a filter are first interleaved: a word has the three vertically adjacent bytes of a column
 * and channel. A window consists of three such words, which one vldrw gathers.
 *
 * The packed weights consist of groups of four channels. A group has the columns of each channel's filter,
 * three weights and a zero per column, 12 bytes; then four biases, which include the zero point of the input,
 * four multipliers, and four powers 2^(31 + shift). The groups are followed by sixteen zero points of the
 * input. Weights of 4 bits: 12 bytes for the columns of two channels, the first of which has the lower
 * halves. */
#ifndef NOOK_KERNELS_DEPTHWISE_HELIUM_DW_3X3_MVE_H_
#define NOOK_KERNELS_DEPTHWISE_HELIUM_DW_3X3_MVE_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

enum {
  NOOK_DW_3X3_MVE_BYTES = 96,    /* packed weights per four channels */
  NOOK_DW_3X3_S4_MVE_BYTES = 72, /* likewise with weights of 4 bits */
  NOOK_DW_3X3_MVE_TILE = 16,     /* channels whose columns are gathered at once: a tile */
  NOOK_DW_3X3_MVE_WIDE = 32,     /* or at most this many, if the columns of a row fit into the memory */
  NOOK_DW_3X3_MVE_ON_STACK = 10, /* columns of a tile whose memory is on the stack, at most */
};
/* Bytes of packed weights without the pixel of padding, and bytes of that pixel. */
static inline int32_t nook_dw_3x3_mve_stream(int32_t channels) {
  return (channels + 3) / 4 * NOOK_DW_3X3_MVE_BYTES;
}
static inline int32_t nook_dw_3x3_s4_mve_stream(int32_t channels) {
  return (channels + 3) / 4 * NOOK_DW_3X3_S4_MVE_BYTES;
}
static inline int32_t nook_dw_3x3_mve_padding(int32_t channels) {
  return channels > NOOK_DW_3X3_MVE_TILE ? channels : (int32_t)NOOK_DW_3X3_MVE_TILE;
}

/* Distance of two columns, in words. */
static inline int32_t nook_dw_3x3_mve_stride(int32_t channels) {
  return channels < NOOK_DW_3X3_MVE_TILE ? channels : (int32_t)NOOK_DW_3X3_MVE_TILE;
}

/* Words of memory for `tile_columns` columns of a tile or, if a column has fewer channels, for more columns.
 * A few meaningless words are written after the last one. */
#define NOOK_DW_3X3_MVE_WORDS(tile_columns) ((tile_columns)*NOOK_DW_3X3_MVE_TILE + 15)

typedef struct nook_dw_3x3_mve {
  /* Addresses of the words of the first and the second pixel, minus 4 bytes: three columns, and as many zeros
   * as channels. Then the distance of the pixel after the next from the end of the last channels. */
  uint32_t first_words[4], second_words[4], next_words[4];
  /* For each tile. */
  int32_t y_on;        /* from the end of the last four channels to the pixel after the next */
  int32_t rest, fours; /* channels after the last whole four, and whole fours of channels; not both 0 */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t low, high;   /* in int8 */
  int32_t ties;        /* 0: low >= zero, so that the rounding of negative ties has no effect; or 1 */
  int32_t zero;        /* zero point of y */
  int32_t y_step;      /* from a pixel to the next */
  int8_t* y;           /* any alignment */
  int32_t tiles;       /* > 0, contiguous */
  /* `run`: channels of a column, if all columns of a row are gathered as one run of bytes, for one tile; else
   * 0. `few`: the channels of a tile if there are fewer than NOOK_DW_3X3_MVE_TILE, else 0. */
  int32_t run, few;
  /* Columns to gather for each tile. For each of three rows: the address of column 0 of the image and the
   * distance to the next column, or the address of the pixel of padding and 0. Then the destination of the
   * words. One array, so that rows are stored as vectors of four. */
  int32_t first; /* number of these columns */
  uint32_t where[7];
  int32_t pixels; /* > 0 */
  int32_t columns;
  /* Words of padding after the columns; up to three more are written. */
  uint32_t *after, *end;
  int32_t in_zero;
} nook_dw_3x3_mve;

#include "nook/kernels/depthwise/helium/dw_3x3_mve_offsets.inc"

/* y[n][c] = clamp(zero + rescale(bias[c] + sum of nine x * w)). For four channels of two pixels: 40
 * instructions if `ties` is 0, else 42, plus 8 to 11 per two pixels; 11 per column, or 8 per sixteen bytes of
 * a run. Modifies weights, tiles and y. */
void nook_dw_3x3_mve_run(nook_dw_3x3_mve* job);

/* Likewise with weights of 4 bits: 6 instructions more for four channels of two pixels. */
void nook_dw_3x3_s4_mve_run(nook_dw_3x3_mve* job);

#endif
