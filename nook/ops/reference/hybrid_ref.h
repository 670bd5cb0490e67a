/* Layers with float activations and int8 weights, in TensorFlow Lite's arithmetic: each batch of activations
 * is quantized to bytes with its own scale at run time; sums are integers. */
#ifndef NOOK_OPS_REFERENCE_HYBRID_REF_H_
#define NOOK_OPS_REFERENCE_HYBRID_REF_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* real = scale * (q - zero) */
typedef struct nook_byte_scale {
  float scale;
  int32_t zero;
} nook_byte_scale;

/* Computes the bytes q of `size` numbers x, in [-127, 127] around 0 or, if `asymmetric`, over all of int8
 * from the least to the largest. NaN becomes the lowest byte. */
nook_byte_scale nook_make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q);

/* The scale of the bytes of numbers in [least, most], which contains 0 and another number, and `inverse`: q
 * is the integer nearest to zero + x * inverse. */
nook_byte_scale nook_scale_of_bytes(float least, float most, int32_t asymmetric, float* inverse);

NOOK_END_C

#endif
