/* Dot products with weights of 16 bits, on cores with DSP instructions, of layers with a fused RELU: eight
 * sums in registers, and inputs that are read where they are, row by row.
 *
 * The stream (pack_wide.h makes it) has for each eight outputs: their biases; the weights in the order in
 * which inputs come, scaled like the biases as fixed_once.h has it; then {multiplier, plus} of each. The
 * weights of four inputs are two words for each output, those of bytes 0 2 and of 1 3; of a row's first
 * input, where four do not divide its size, a word for each output, whose high half is 0. */
#ifndef NOOK_OPS_SHARED_DOT_WIDE_DSP_H_
#define NOOK_OPS_SHARED_DOT_WIDE_DSP_H_

#include <stdint.h>

/* How many bits of an output are dropped, and by what power of two weights of 16 bits can be scaled. */
#define NOOK_WIDE_BITS       12
#define NOOK_WIDE_MOST_SCALE 8

/* Bytes of a row: four times 1 to NOOK_WIDE_MOST_WORDS, and one more or not. */
#define NOOK_WIDE_MOST_WORDS 4

/* Of all rows together. */
#define NOOK_WIDE_MOST_INPUTS 64

/* The code knows the offsets of these fields. */
typedef struct nook_dot_wide {
  const int8_t* x;     /* the first row of the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes for each pixel, one pixel after the other; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* > 0 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from a pixel to the next */
  int32_t on;          /* bytes from behind a row to the next one of the same pixel */
  int32_t rows;        /* > 0 */
  int32_t size;        /* bytes of a row */
  int32_t low, high;   /* in int8; nobody sees what is below the zero point of y */
} nook_dot_wide;

/* Bytes of the weights of a row, for eight outputs. */
static inline int32_t nook_wide_row(int32_t size) { return size / 4 * 64 + size % 4 * 32; }

/* For each eight outputs: 27 instructions for four inputs, 16 of which multiply, 14 for the first of a row
 * that is alone, 6 for a row, 28 for what the outputs are made of, and 12; 13 for a pixel. */
void nook_dot_wide_dsp(const nook_dot_wide* job);

#endif
