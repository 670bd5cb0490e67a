/* Dot products with 16-bit weights, on cores with DSP instructions, of layers with a fused RELU: four
 * outputs of two pixels at a time, which share all weights. The inputs of the two are unpacked once, to the
 * stack, from wherever they are.
 *
 * The stream (pack_w16.h makes it) has for each four outputs: the weights of the first two inputs that are
 * multiplied together, a word for each output, with the biases of all four behind those of two; the weights
 * of the others; then {multiplier, plus} of each. Weights and biases are scaled as fixed_once.h has it.
 * Inputs come in the order of `at`: of each word its bytes 0 2, then 1 3, then the single bytes, two at a
 * time. If the outputs are not a multiple of four, the last four of the stream are the last four outputs,
 * which overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_W16_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_W16_DSP_H_

#include <stdint.h>

/* How many bits of an output are dropped, and the power of two by which 16-bit weights can be scaled. */
#define NOOK_W16_BITS       12
#define NOOK_W16_MOST_SCALE 8

/* Of a pixel, and the most words and bytes. */
#define NOOK_W16_MOST_INPUTS 48
#define NOOK_W16_MOST_PLACES 16

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4_w16 {
  const int8_t* x;     /* the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes for each pixel; any alignment */
  const void* weights; /* the stream, at a multiple of 4 */
  int32_t outputs;     /* at least 4 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from a pixel of x to the next */
  int32_t apart;       /* bytes from the outputs of a pixel to those of the next */
  const int32_t* at;   /* bytes from x to each of the words, then to each single byte */
  int32_t words;       /* > 0 */
  int32_t alone;       /* even: if the number is odd, the last is arbitrary, with weights of 0 */
} nook_dot_2x4_w16;

/* Bytes of the stream for four outputs. */
static inline int32_t nook_w16_four(int32_t words, int32_t alone) { return words * 32 + alone * 8 + 48; }

/* Precedes the stream, for the code that fills `at`: the number of words, the number of single bytes, and for
 * each its row and its place in the row; a byte each, up to a multiple of four. */
static inline int32_t nook_w16_places(int32_t words, int32_t alone) {
  return (2 + 2 * (words + alone) + 3) & ~3;
}

/* For four outputs of two pixels: 22 instructions for four inputs (16 multiply), 11 for two single ones, 3
 * for sixteen inputs, and 36; for two pixels 9 for each word, 10 for two single bytes, and 32. One remaining
 * pixel takes as many as two. */
void nook_dot_2x4_w16_dsp(const nook_dot_2x4_w16* job);

#endif
