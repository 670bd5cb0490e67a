/* The dot products of dot_5x2_fpu.h for any number of inputs: four pixels and two outputs at once. Four
 * pixels take three words per two inputs. If P, Q, R and S are the sums of the four, the products of the
 * words sum to P + 256 * Q, Q + 256 * R, R + 256 * S. The first minus 256 times the second, plus 2^16 times
 * the third is P + 2^24 * S, and P has less than 24 bits.
 *
 * The weights of two outputs pass through the FPU registers in blocks of 32 inputs. If the inputs are not
 * whole blocks, zeros precede the first weights; these are not multiplied. If the inputs are not a multiple
 * of four, the second four inputs overlap the first, and the overlapping weights of the first are zeros. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X2_FPU_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

enum {
  NOOK_4X2_PIXELS = 4,
  NOOK_4X2_BLOCK = 32,
};
/* Words of the four pixels per four inputs. */
enum { NOOK_4X2_WORDS = 6 };

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_4x2 {
  const int8_t* x[NOOK_4X2_PIXELS]; /* the inputs of each pixel, any alignment */
  int32_t last;                     /* bytes from the first inputs of a pixel to its last four */
  int32_t* words_end;               /* end of the buffer for words of two pixels */
  int32_t* words;
  int8_t* y;          /* two outputs of the first pixel; any alignment */
  int32_t offsets[3]; /* bytes from the first pixel's outputs to the outputs of each other pixel */
  int8_t* end;        /* last two outputs of the first pixel */
  int32_t zeros;      /* words of zeros before the first weights */
  const void* packed; /* packed weights, at a multiple of 4 */
} nook_dot_4x2;

#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu_offsets.inc"

/* Outputs are written after all inputs are read. The last two outputs may overlap the previous ones. The
 * caller clamps. */
void nook_dot_4x2_fpu(const nook_dot_4x2* job);

#endif
