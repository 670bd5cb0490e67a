/* Filters within 3 by 3 on cores with Helium: the inner loops of depthwise convolutions.
 *
 * Lanes are taps, not channels: one vmladav sums all nine products of an output. For that the three rows of
 * an image that a filter covers are brought together first: a word has what is one above the other, the three
 * bytes of a column and channel. A window is three such words, which one vldrw gathers.
 *
 * The weights come as a stream. For each four channels: of each channel the columns of its filter, three
 * weights and a zero each, 12 bytes; then four biases, with the zero point of the input folded in, four
 * multipliers, four powers 2^(31 + shift). After the last channels come sixteen zero points of the input. */
#ifndef NOOK_KERNELS_DEPTHWISE_HELIUM_NINE_MVE_H_
#define NOOK_KERNELS_DEPTHWISE_HELIUM_NINE_MVE_H_

#include <stdint.h>

/* Of the stream, for four channels. */
#define NOOK_NINE_MVE_BYTES 96
/* Channels whose columns are gathered at a time: a tile. */
#define NOOK_NINE_MVE_TILE 16
/* Or at most this many, if the columns of a row fit into the memory. */
#define NOOK_NINE_MVE_WIDE 32
/* Of the stream, without the pixel of padding, and of that pixel. */
static inline int32_t nook_nine_mve_stream(int32_t channels) {
  return (channels + 3) / 4 * NOOK_NINE_MVE_BYTES;
}
static inline int32_t nook_nine_mve_padding(int32_t channels) {
  return channels > NOOK_NINE_MVE_TILE ? channels : NOOK_NINE_MVE_TILE;
}

/* Words from a column to the next. */
static inline int32_t nook_nine_mve_apart(int32_t channels) {
  return channels < NOOK_NINE_MVE_TILE ? channels : NOOK_NINE_MVE_TILE;
}

/* Words of memory for the columns of `tile_columns` of a tile or, if a column has fewer channels, of more. A
 * few meaningless words are written after the last. */
#define NOOK_NINE_MVE_WORDS(tile_columns) ((tile_columns)*NOOK_NINE_MVE_TILE + 15)
/* On the stack. */
#define NOOK_NINE_MVE_FEW 10

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_nine_mve {
  /* Where the words of the first and the second pixel are, minus 4 bytes: three columns, and as many zeros as
   * channels. Then how far the pixel after the next is from the end of the last channels. */
  uint32_t first_words[4], second_words[4], next_words[4];
  /* Of each tile. */
  int32_t y_on;        /* from the end of the last four channels to the pixel after the next */
  int32_t rest, fours; /* channels after the last whole four, whole four channels; not both 0 */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t low, high;   /* in int8 */
  int32_t ties;        /* 0: low >= zero, so that the rounding of negative ties is invisible; or 1 */
  int32_t zero;        /* of y */
  int32_t y_step;      /* from a pixel to the next */
  int8_t* y;           /* any alignment */
  int32_t tiles;       /* > 0, one after the other */
  /* Channels of a column, if all columns of a row are gathered as one run of bytes, for one tile; else 0.
   * Then the channels of a tile if they are fewer than NOOK_NINE_MVE_TILE, else 0. */
  int32_t run, few;
  /* Columns to gather for each tile. For each of three rows: where column 0 of the image is and the distance
   * to the next, or where the pixel of padding is and 0. Then where the words go. One array, so that rows are
   * stored as vectors of four. */
  int32_t first; /* number of these columns */
  uint32_t where[7];
  int32_t pixels; /* > 0 */
  int32_t columns;
  /* Words of padding after them; up to three more are written. */
  uint32_t *after, *end;
  int32_t in_zero;
} nook_nine_mve;

/* y[n][c] = clamp(zero + rescale(bias[c] + sum of nine x * w)). For four channels of two pixels: 40
 * instructions if `ties` is 0, else 42, plus 8 to 11 for two pixels; 11 for a column, or 8 for sixteen bytes
 * of a run. Changes weights, tiles and y. */
void nook_nine_mve_run(nook_nine_mve* job);

#endif
