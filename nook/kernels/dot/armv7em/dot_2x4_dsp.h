/* Dot products on cores with DSP instructions: tiles of two pixels and four outputs, whose eight sums share
 * all weights. Data read from flash for one pixel serves both.
 *
 * The inputs of the two pixels are first unpacked to 16 bits, one word per two inputs of a pixel, the words
 * of both pixels interleaved. If the inputs do not fit into the buffer, they come in parts; the sums are kept
 * in memory between parts.
 *
 * The packed weights (pack_2x4.h) have a header: NOOK_2X4_RELU or NOOK_2X4_SIGNED, and zeros.
 * Then, part after part, for each four outputs: in the first part the four initial sums; the weights, two
 * words for each two inputs that are multiplied together; and in the last part the requantization:
 * {multiplier, plus} of each output with a RELU (fixed_once.h, with one scale), or else {multiplier, power}
 * (fixed_output.h). Two outputs share a word as in dot_eight_dsp.h. The order of inputs in whole words is 0
 * 2, 1 3, 4 6, 5 7, ...; the others follow in order. If the outputs are not a multiple of four, the last four
 * outputs overlap the previous ones. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* For outputs with a RELU: sums are scaled by 2^NOOK_2X4_SCALE, and NOOK_2X4_BITS of the product are dropped.
 */
enum {
  NOOK_2X4_SCALE = 8,
  NOOK_2X4_BITS = 12,
};

/* Bytes of the header of packed weights: a line of flash. If the packed weights start at a line and all
 * inputs are one part, the weights of 64 inputs and four outputs are sixteen whole lines. */
enum { NOOK_2X4_HEAD = 16 };

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4 {
  int8_t* y;       /* outputs of the first pixel; any alignment */
  int32_t outputs; /* at least 4 */
  int32_t stride;  /* bytes from the outputs of the first pixel to the outputs of the second; 0: both are the
                     same pixel */
  const int32_t* inputs; /* unpacked */
  int32_t pairs;         /* > 0: pairs of inputs of a pixel in this part */
  int32_t zero;          /* zero point of y */
  const int32_t* from;   /* sums of the previous parts; null: this is the first part */
  intptr_t to;           /* where sums are written; or, in the last part, NOOK_2X4_RELU or NOOK_2X4_SIGNED */
} nook_dot_2x4;

#include "nook/kernels/dot/armv7em/dot_2x4_dsp_offsets.inc"

enum {
  NOOK_2X4_RELU = 0,
  NOOK_2X4_SIGNED = 1,
};

/* Words of the inputs of both pixels, and words of all sums. */
static inline int32_t nook_2x4_words(int32_t depth) { return (depth + 1) / 2 * 2; }
static inline int32_t nook_2x4_sums(int32_t outputs) { return (outputs + 3) / 4 * 8; }

/* Unpacks `bytes` inputs of both pixels to `to`; returns the end. 3 instructions per two inputs. */
int32_t* nook_unpack_2x4_dsp(int32_t* to, const int8_t* first, const int8_t* second, int32_t bytes);

/* Computes all outputs of both pixels from a part of their inputs and of the packed weights; returns the end
 * of the part. The caller clamps. 12 instructions for two inputs of both pixels and four outputs (8
 * multiply), 3 per sixteen inputs. */
const int8_t* nook_dot_2x4_dsp(const nook_dot_2x4* job, const int8_t* packed);

#endif
