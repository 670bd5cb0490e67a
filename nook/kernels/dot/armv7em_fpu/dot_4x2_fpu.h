/* The dot products of dot_5x2_fpu.h, of any number of inputs: four pixels and two outputs at a time. Four
 * pixels take three words for two inputs. With P, Q, R and S the sums of the four, the products of the words
 * sum to P + 256 * Q, Q + 256 * R, R + 256 * S. The first minus 256 times the second, plus 2^16 times the
 * third is P + 2^24 * S, and P has less than 24 bits.
 *
 * The weights of two outputs go through the FPU's registers in blocks of 32 inputs. Where the inputs are no
 * whole blocks, there are zeros in front of the first weights, which are not multiplied. If they are no
 * multiple of four, the second four overlap the first, whose weights are zeros where they do. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X2_FPU_H_

#include <stdint.h>

#define NOOK_4X2_PIXELS 4
#define NOOK_4X2_BLOCK  32
/* Words of the four pixels for each four inputs. */
#define NOOK_4X2_WORDS 6

/* Assembly code depends on the order of these fields. */
typedef struct nook_dot_4x2 {
  const int8_t* x[NOOK_4X2_PIXELS]; /* the inputs of each pixel, any alignment */
  int32_t last;                     /* from the first inputs of a pixel to its last four */
  int32_t* words_end;               /* of room for words of neighbours */
  int32_t* words;
  int8_t* y;          /* of the first pixel, two outputs; any alignment */
  int32_t apart[3];   /* from the outputs of the first pixel to those of each other */
  int8_t* end;        /* of the first pixel, the last two outputs */
  int32_t zeros;      /* in front of the first weights, words */
  const void* stream; /* at a multiple of 4 */
} nook_dot_4x2;

/* Nothing is written before all inputs are read. The last two outputs may overlap those before. The caller
 * clamps. */
void nook_dot_4x2_fpu(const nook_dot_4x2* job);

#endif
