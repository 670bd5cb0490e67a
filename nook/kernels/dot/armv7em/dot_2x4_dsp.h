/* Dot products on cores with DSP instructions: tiles of two pixels and four outputs, whose eight sums share
 * all weights. What is read from flash for one pixel serves two.
 *
 * The inputs of the two pixels are unpacked to 16 bits first, a word for each two of a pixel, those of both
 * side by side. More inputs than there is room for come in parts; the sums wait in memory meanwhile.
 *
 * The stream (pack_2x4.h makes it) has a head: a word that says whether negative outputs are seen, and zeros.
 * Then, part after part, for each four outputs: in the first part what the four sums begin as; the weights,
 * two words for each two inputs that are multiplied together; and in the last part how sums become outputs:
 * {multiplier, plus} of each where negative outputs are hidden (fixed_once.h, of one scale), {multiplier,
 * power} where they are seen (fixed_output.h). Two outputs share a word as in dot_eight_dsp.h.
 * Inputs are multiplied in the order 0 2, 1 3, 4 6, 5 7, ..., what is behind whole words one after the other.
 * Where the outputs are no multiple of four, the last four of the stream are the last four outputs, which
 * overlap those before. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_DSP_H_

#include <stdint.h>

/* For clamped negative outputs: sums are scaled by 2^NOOK_2X4_SCALE, and NOOK_2X4_BITS of the product are
   dropped. */
#define NOOK_2X4_SCALE 8
#define NOOK_2X4_BITS  12

/* Bytes of the head of the stream: a line of flash, so that the weights of 64 inputs and four outputs are
 * sixteen whole lines if the stream begins at one and all inputs come in one part. */
#define NOOK_2X4_HEAD 16

/* The code knows the offsets of these fields. */
typedef struct nook_dot_2x4 {
  int8_t* y;       /* of the first pixel; any alignment */
  int32_t outputs; /* at least 4 */
  int32_t apart;   /* from the outputs of the first pixel to those of the second; 0: it is the same pixel */
  const int32_t* inputs; /* unpacked */
  int32_t pairs;         /* > 0: inputs of a pixel in this part, in twos */
  int32_t zero;          /* of y */
  const int32_t* from;   /* the sums so far; null: this is the first part */
  intptr_t to;           /* where the sums go, a pointer; or how the last part ends: NOOK_2X4_HIDDEN, _SEEN */
} nook_dot_2x4;

#define NOOK_2X4_HIDDEN 0
#define NOOK_2X4_SEEN   1

/* Words of both pixels, and words of all sums. */
static inline int32_t nook_2x4_words(int32_t depth) { return (depth + 1) / 2 * 2; }
static inline int32_t nook_2x4_sums(int32_t outputs) { return (outputs + 3) / 4 * 8; }

/* `bytes` inputs of both pixels, unpacked to `to`; returns the end. 3 instructions for two inputs. */
int32_t* nook_unpack_2x4_dsp(int32_t* to, const int8_t* first, const int8_t* second, int32_t bytes);

/* All outputs of both pixels from a part of their inputs and of the stream; returns the end of the part. The
 * caller clamps. 12 instructions for two inputs of both pixels and four outputs (8 multiply), 3 for sixteen
 * inputs. */
const int8_t* nook_dot_2x4_dsp(const nook_dot_2x4* job, const int8_t* stream);

#endif
