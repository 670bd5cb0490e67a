/* NOOK_FEW_BITS: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_FEW_BITS_FEW_BITS_H_
#define NOOK_OPS_FEW_BITS_FEW_BITS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* How the weights of a channel are stored. Planes: plane j has bit j of every code, 32 codes in a word, the
 * first in the lowest bit. Nibbles: two signed weights in a byte, the first in the low half. Bytes: int8. */
enum { NOOK_FEW_BITS_PLANES, NOOK_FEW_BITS_NIBBLES, NOOK_FEW_BITS_BYTES };

/* sum[b][c] = sum over i of x[b][i] * w[c][i], less a constant of the channel if weights are planes:
 * both * (sum of products of codes) + ones * (sum of the codes of x), where x = x_low + (code << x_shift).
 * int8: y = first + step * (the number of marks of the channel that are at most sum).
 * float32: y = scale[c] * (sum + add[c]) + bias[c]. */
typedef struct nook_few_bits {
  int32_t batches, depth, channels;
  int32_t layout;
  int32_t row;            /* bytes of a channel's weights */
  int32_t words;          /* words of a plane */
  int32_t x_bits, w_bits; /* planes of x and of a channel's weights */
  int32_t x_low, x_shift;
  int32_t both, ones;
  int32_t first, step, marks;
  int32_t wide; /* 1: marks are int32, 0: int16 */
} nook_few_bits;

/* x is [batches][depth], w [channels][row], y [batches][channels], all dense; w starts at a multiple of 4.
 * marks: [channels][marks], ascending; `add` is not read. The scratch has x_bits * words words; none if
 * weights are not planes. */
void nook_few_bits_s8_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* add, int8_t* y, void* scratch_memory);
/* Planes of one bit of both. */
void nook_few_bits_s8_bits_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                               const int32_t* add, int8_t* y, void* scratch_memory);
/* scale_bias: [channels][2], add: [channels] or null. */
void nook_few_bits_f32_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* scale_bias,
                           const int32_t* add, float* y, void* scratch_memory);

NOOK_END_C

#endif
