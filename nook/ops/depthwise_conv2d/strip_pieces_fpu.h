/* Nine taps of each channel, four channels of a whole row at a time: strip_fpu.h for rows of any length, with
 * strides of 1 or 2 along a row.
 *
 * A row is made in pieces of up to five times two columns. Two columns end two outputs and begin two, or one
 * of each where the stride is 2; the next piece ends what a piece began. The first two columns of a row end
 * an output that nobody reads. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_PIECES_FPU_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_PIECES_FPU_H_

#include <stdint.h>

#include "nook/ops/depthwise_conv2d/strip_window.h"

/* Of columns, at most. */
#define NOOK_PIECE_TWOS 5

/* Of the code for two columns, that which loads and that which multiplies. */
#define NOOK_PIECE_LOAD_BYTES   80
#define NOOK_PIECE_BY_ONE_BYTES 88
#define NOOK_PIECE_BY_TWO_BYTES 56

/* Bits of the processor's flags. */
#define NOOK_PIECE_IS_FIRST  (1u << 31) /* N: a column of padding is in front of it, where the stride is 1 */
#define NOOK_PIECE_HAS_THIRD (1u << 30) /* Z: the padding behind it ends another output */
#define NOOK_PIECE_IS_ODD    (1u << 29) /* C: the second of its last two columns is padding */
#define NOOK_PIECE_IS_SHORT  (1u << 28) /* V: of fewer columns than others */

/* Assembly code depends on the offsets of these fields, as of those below. */
typedef struct nook_piece {
  uint32_t flags;
  int32_t load_from, run_from; /* bytes of code to skip */
  int32_t at;                  /* where outputs begin on the stack */
  int32_t pixels;              /* how many there are to store, perhaps none */
} nook_piece;

typedef struct nook_strip_pieces {
  nook_strip_window window;
  int32_t last_step[3]; /* the same from the last but one, in a piece that is odd */
  int8_t* y;            /* `channels` bytes for each pixel, one pixel after the other; any alignment */
  int32_t channels;     /* of both images, at least 4 */
  const void* weights;  /* the stream of strip_dsp.h, at a multiple of 4 */
  uint32_t zero;        /* of x, in both halves */
  int32_t middle_count; /* pieces between the first and the last; -1: the first is all */
  nook_piece first, middle, last;
} nook_strip_pieces;

/* y[n][c] as in strip_dsp.h. For four channels of two columns: 21 instructions to load, 88 for the sums and
 * outputs of two pixels, 56 for those of one. */
void nook_strip_by_one_fpu(const nook_strip_pieces* job);
void nook_strip_by_two_fpu(const nook_strip_pieces* job);

#endif
