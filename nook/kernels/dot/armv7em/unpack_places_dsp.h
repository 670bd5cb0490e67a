/* Unpacks the inputs of two pixels, at any addresses, for dot_2x4_dsp.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_UNPACK_PLACES_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_UNPACK_PLACES_DSP_H_

#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"

/* The inputs that are read, in this order: words, then single bytes, whose number is even. Assembly code
 * depends on the offsets of these fields. */
typedef struct nook_places {
  int32_t words, alone;
  int32_t at[NOOK_W16_MOST_PLACES +
             1]; /* offsets in bytes from a pixel; one past the last is read, but not used */
} nook_places;

/* Unpacks both pixels to 16 bits, with the words of both interleaved; any alignment. 12 instructions for a
 * word of both, 10 for two bytes. */
void nook_unpack_places_dsp(int32_t* to, const int8_t* first, const int8_t* second, const nook_places* from);

#endif
