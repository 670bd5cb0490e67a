/* The elements and matrices of int16 recurrent layers. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_TYPES_S16_H_
#define NOOK_OPS_FAMILIES_RECURRENT_TYPES_S16_H_

#include "nook/core/fixed_point.h"

typedef int16_t recurrent_x, recurrent_w;
typedef void recurrent_bias; /* int64 with an alignment of 4 */
enum { kRecurrentLeast = INT16_MIN, kRecurrentMost = INT16_MAX };

static inline int32_t recurrent_clamp(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

/* A matrix [units][depth], its biases [units] or null, and the factor of its sums. */
typedef struct recurrent_matrix {
  const recurrent_w* w;
  const recurrent_bias* bias;
  int32_t depth, multiplier, shift;
} recurrent_matrix;

#endif
