/* Dot products with weights of 4 bits on cores with DSP instructions: tiles of two pixels and four outputs,
 * like dot_2x4_dsp.h, whose function unpacks the inputs.
 *
 * The weights d, c, b and a of four outputs for one input share a halfword: 4096 * d + 256 * (c + 8) + 16 *
 * (b
 * + 8) + a + 8. Multiplying two inputs by two such halfwords, by their lower 12, 8 and 4 bits gives four
 * sums; the difference of two is one output's. Sums wrap around, which does not matter as long as an output's
 * fits the bits that are left: 20 for d. The sum of the inputs, which the 8 adds, is the caller's.
 *
 * The packed weights (pack_s4.h) have, part after part, for each four outputs: in the first part the four
 * initial sums; the weights, a word for each two inputs that are multiplied together; in the last part
 * {multiplier, power} of each output (fixed_output.h, small factors). Inputs are in the order of
 * dot_2x4_dsp.h. If the outputs are not a multiple of four, the last four outputs overlap the previous ones.
 */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_S4_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_2X4_S4_DSP_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_dot_2x4_s4 {
  int8_t* y;             /* outputs of the first pixel; any alignment */
  int32_t outputs;       /* at least 4 */
  int32_t stride;        /* bytes from the outputs of the first pixel to the second's; 0: one pixel */
  const int32_t* inputs; /* unpacked */
  int32_t pairs;         /* > 0: pairs of inputs of a pixel in this part */
  int32_t zero;          /* zero point of y */
  const int32_t* from;   /* sums of the previous parts; null: this is the first part */
  int32_t* to;           /* where sums are written; null: this is the last part */
  int32_t sums[2];       /* in the last part: the sum of all inputs of each pixel */
} nook_dot_2x4_s4;

#include "nook/kernels/dot/armv7em/dot_2x4_s4_dsp_offsets.inc"

/* Unpacks `bytes` inputs of both pixels to `to`, a multiple of four, like nook_unpack_2x4_dsp(), and adds
 * them to the two sums; returns the end. 4 instructions per two inputs. */
int32_t* nook_unpack_2x4_s4_dsp(int32_t* to, const int8_t* first, const int8_t* second, int32_t bytes,
                                int32_t* sums);

/* Computes all outputs of both pixels from a part of their inputs and of the packed weights; returns the end
 * of the part. The caller clamps. 13 instructions for two inputs of both pixels and four outputs (8
 * multiply), 4 per sixteen inputs. */
const int8_t* nook_dot_2x4_s4_dsp(const nook_dot_2x4_s4* job, const int8_t* packed);

#endif
