/* Dot products with weights of 16 bits, on cores with DSP instructions, of layers with a fused RELU: four
 * outputs of two pixels at a time, which share all weights. The inputs of the two are unpacked once, to the
 * stack, from wherever they are.
 *
 * The stream (pack_wide.h makes it) has for each four outputs: the weights of the first two inputs that are
 * multiplied together, a word for each output, with the biases of all four behind those of two; the weights
 * of the others; then {multiplier, plus} of each. Weights and biases are scaled as fixed_once.h has it.
 * Inputs come in the order of `at`: of each word its bytes 0 2, then 1 3, then the bytes that are alone, two
 * at a time. Where the outputs are no multiple of four, the last four of the stream are the last four
 * outputs, which overlap those before. */
#ifndef NOOK_OPS_SHARED_DOT_WIDE_DSP_H_
#define NOOK_OPS_SHARED_DOT_WIDE_DSP_H_

#include <stdint.h>

/* How many bits of an output are dropped, and by what power of two weights of 16 bits can be scaled. */
#define NOOK_WIDE_BITS       12
#define NOOK_WIDE_MOST_SCALE 8

/* Of a pixel, and how many words and bytes these can be. */
#define NOOK_WIDE_MOST_INPUTS 48
#define NOOK_WIDE_MOST_PLACES 16

/* The code knows the offsets of these fields. */
typedef struct nook_dot_wide {
  const int8_t* x;     /* the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes for each pixel; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* at least 4 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from a pixel of x to the next */
  int32_t apart;       /* bytes from the outputs of a pixel to those of the next */
  const int32_t* at;   /* bytes from x to each of the words, then to each of the bytes that are alone */
  int32_t words;       /* > 0 */
  int32_t alone;       /* even: of an odd number, the last is any, whose weights are 0 */
} nook_dot_wide;

/* Bytes of the stream for four outputs. */
static inline int32_t nook_wide_four(int32_t words, int32_t alone) { return words * 32 + alone * 8 + 48; }

/* In front of the stream, for who makes `at`: how many words there are, how many bytes that are alone, and of
 * each its row and where it is in the row; a byte each, up to a multiple of four. */
static inline int32_t nook_wide_places(int32_t words, int32_t alone) {
  return (2 + 2 * (words + alone) + 3) & ~3;
}

/* For four outputs of two pixels: 22 instructions for four inputs (16 multiply), 11 for two that are
 * alone, 3 for sixteen inputs, and 36; two pixels 9 for each word, 10 for two bytes that are alone, and 32.
 * One pixel that is left takes as many as two. */
void nook_dot_wide_dsp(const nook_dot_wide* job);

#endif
