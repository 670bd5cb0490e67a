/* Dot products on cores with DSP instructions: tiles of two pixels and four outputs, as in dot_2x4_dsp.h, one
 * after the other along a strip of pixels, for each four outputs. What is read from flash for the first two
 * pixels is in the flash's buffer for the others: the weights of 64 inputs and four outputs take 256 bytes.
 *
 * The stream is that of dot_2x4_dsp.h, with all inputs in one part and hidden negative outputs. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_STRIP_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_STRIP_DSP_H_

#include <stdint.h>

/* The code knows the offsets of these fields. */
typedef struct nook_dot_strip {
  int8_t* y;       /* of the first pixel, any alignment; moves on to that of the last four outputs */
  int32_t apart;   /* from the outputs of a pixel to those of the next */
  int32_t tiles;   /* > 0: pixels, in twos, times 2 * `apart` */
  int32_t weights; /* > 0: bytes of the weights of four outputs, 8 for each two inputs */
  const int32_t*
      inputs;         /* unpacked (nook_unpack_2x4_dsp), those of two pixels behind those of the two before */
  const int8_t* last; /* the inputs of one more pixel, whole words; null: there is none */
  int8_t* end;        /* of the first pixel, the last four outputs */
} nook_dot_strip;

/* All outputs of all pixels; `stream` is behind its head. The caller clamps. 12 instructions for two inputs
 * of two pixels and four outputs (8 multiply), 3 for sixteen inputs; 55 for a tile, 40 for four outputs. */
void nook_dot_strip_dsp(nook_dot_strip* job, const int8_t* stream);

#endif
