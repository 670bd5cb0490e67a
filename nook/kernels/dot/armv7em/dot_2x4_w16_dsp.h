/* Dot products with 16-bit weights, on cores with DSP instructions, for layers with a fused RELU: four
 * outputs of two pixels at once, which share all weights. The inputs of both pixels are unpacked once, to the
 * stack, from any addresses.
 *
 * The packed weights (pack_w16.h) have, for each four outputs: the weights of the first two inputs that are
 * multiplied together, one word per output, with the biases of each two outputs after their words; the
 * remaining weights; then {multiplier, plus} of each. Weights and biases are scaled as in fixed_once.h.
 * Inputs are in the order of `at`: bytes 0 and 2 of each word, then 1 and 3, then the single bytes, two at a
 * time. If the outputs are not a multiple of four, the last four outputs overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_W16_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_W16_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The number of bits of an output that are dropped, and the largest power of two by which 16-bit weights can
 * be scaled. */
enum {
  NOOK_W16_BITS = 12,
  NOOK_W16_MOST_SCALE = 8,
};

/* limits of a pixel: inputs, words and bytes */
enum {
  NOOK_W16_MOST_INPUTS = 48,
  NOOK_W16_MOST_PLACES = 16,
};

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4_w16 {
  const int8_t* x;     /* the first pixel; any alignment */
  int8_t* y;           /* `outputs` bytes per pixel; any alignment */
  const void* weights; /* packed weights, at a multiple of 4 */
  int32_t outputs;     /* at least 4 */
  int32_t pixels;      /* > 0 */
  int32_t step;        /* bytes from one pixel of x to the next */
  int32_t stride;      /* bytes from the outputs of one pixel to the outputs of the next */
  const int32_t* at;   /* offset of each word from x, then of each single byte */
  int32_t words;       /* > 0 */
  int32_t alone;       /* even: an odd number is padded with an arbitrary byte whose weights are 0 */
} nook_dot_2x4_w16;

#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp_offsets.inc"

/* Bytes of packed weights per four outputs. */
static inline int32_t nook_w16_four(int32_t words, int32_t alone) { return words * 32 + alone * 8 + 48; }

/* Bytes before the packed weights for the code that fills `at`: the number of words, the number of single
 * bytes, and the row and the position in the row of each; one byte each, up to a multiple of four. */
static inline int32_t nook_w16_places(int32_t words, int32_t alone) {
  return (2 + 2 * (words + alone) + 3) & ~3;
}

/* For four outputs of two pixels: 22 instructions per four inputs (16 multiply), 11 per two single ones, 3
 * per sixteen inputs, and 36; for two pixels 9 per word, 10 per two single bytes, and 32. One remaining pixel
 * takes as long as two. */
void nook_dot_2x4_w16_dsp(const nook_dot_2x4_w16* job);

#endif
