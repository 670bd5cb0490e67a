/* NOOK_FEW_BITS: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_FEW_BITS_FEW_BITS_H_
#define NOOK_OPS_FEW_BITS_FEW_BITS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* How the codes of a channel's weights are stored, in words. Planes: plane k has bit k of every code, 32
 * codes in a word, the first in the lowest bit. Packed: a word has 32 / w_bits codes in four bytes; four
 * successive codes are at the same place of each byte, the first four in the lowest bits. */
enum { NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_PACKED };

/* A convolution; a dense layer has one tap and an image of one pixel for each row. The inputs of an output
 * are [filter_h][filter_w][filter_c], `depth` in all; outside the image they are `zero`.
 *
 * Planes: x = x_low + (code << x_shift), and
 *   sum = both * (sum of products of codes) + ones * (sum of the codes of x)
 *       + (over inputs outside the image) pad_both * (sum of the codes of w) + pad_ones * (their number).
 * Packed: sum = both * (sum of x * code of w) + ones * (sum of x).
 *
 * int8, shift = 0: y = first + step * (the number of marks of the channel that are at most sum).
 * int8, shift > 0: y = clamp(v >> shift, low, high), v = multiplier * sum + term. A tie, where v >> shift is
 * exact, has one less if the result would be odd (even = 2) or even (even = 1). After clamping, y has one
 * more for each exception of the channel that equals sum, up to high. float32: y = scale[c] * (sum + add[c])
 * + bias[c]. */
typedef struct nook_few_bits {
  int32_t batch, in_h, in_w, in_c;      /* x */
  int32_t out_h, out_w, out_c;          /* y */
  int32_t filter_h, filter_w, filter_c; /* w; in_c is a multiple of filter_c */
  int32_t stride_h, stride_w;
  int32_t dilation_h, dilation_w;
  int32_t pad_top, pad_left;
  int32_t zero;  /* the level of x outside the image */
  int32_t depth; /* inputs of an output */
  int32_t layout;
  int32_t row;            /* bytes of a channel's weights */
  int32_t words;          /* words of a plane, or of a channel's packed weights */
  int32_t x_bits, w_bits; /* planes of x, bits of a weight */
  int32_t x_low, x_shift;
  int32_t both, ones;
  int32_t pad_both, pad_ones; /* 0 if `zero` has a code */
  int32_t first, step;
  int32_t marks; /* numbers of a channel's row of `marks` */
  int32_t wide;  /* 1: marks are int32, 0: int16 */
  int32_t shift, even;
} nook_few_bits;

/* x is [batch][in_h][in_w][in_c], w [out_c][row], y [batch][out_h][out_w][out_c], all dense; w starts at a
 * multiple of 4. marks: [out_c][marks], ascending; or int32 {multiplier, the two words of term, low and high
 * in a word, exceptions}. invert: [out_c] or null; sum ^ invert[c] replaces the sum, where invert[c] is 0 or
 * -1. The operator says how much scratch they need. */
void nook_few_bits_s8_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* invert, int8_t* y, void* scratch_memory);
/* Planes of one bit of both. */
void nook_few_bits_s8_bits_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                               const int32_t* invert, int8_t* y, void* scratch_memory);
/* Packed weights. */
void nook_few_bits_s8_dsp(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* invert, int8_t* y, void* scratch_memory);
/* scale_bias: [out_c][2], add: [out_c] or null. */
void nook_few_bits_f32_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* scale_bias,
                           const int32_t* add, float* y, void* scratch_memory);
void nook_few_bits_f32_dsp(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* scale_bias,
                           const int32_t* add, float* y, void* scratch_memory);

NOOK_END_C

#endif
