/* The types of int8 recurrent layers. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_TYPES_S8_H_
#define NOOK_OPS_FAMILIES_RECURRENT_TYPES_S8_H_

#include <stdint.h>

typedef int8_t recurrent_x, recurrent_w;
typedef int32_t recurrent_bias;
enum { kRecurrentLeast = INT8_MIN, kRecurrentMost = INT8_MAX };
#include "nook/ops/families/recurrent_matrix.h"

#endif
