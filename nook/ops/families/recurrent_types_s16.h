/* The types of int16 recurrent layers. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_TYPES_S16_H_
#define NOOK_OPS_FAMILIES_RECURRENT_TYPES_S16_H_

#include <stdint.h>

typedef int16_t recurrent_x, recurrent_w;
typedef void recurrent_bias; /* int64 with an alignment of 4 */
enum { kRecurrentLeast = INT16_MIN, kRecurrentMost = INT16_MAX };
#include "nook/ops/families/recurrent_matrix.h"

#endif
