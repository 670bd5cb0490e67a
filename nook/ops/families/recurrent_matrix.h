/* A matrix of integer recurrent layers. The including file defines recurrent_w and recurrent_bias, the types
 * of weights and of biases. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_MATRIX_H_
#define NOOK_OPS_FAMILIES_RECURRENT_MATRIX_H_

#include "nook/core/fixed_point.h"

/* [units][depth], its biases [units] or null, and the factor of its sums. */
typedef struct recurrent_matrix {
  const recurrent_w* w;
  const recurrent_bias* bias;
  int32_t depth, multiplier, shift;
} recurrent_matrix;

/* Sums are int16. */
static inline int32_t recurrent_clamp(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

#endif
