/* Operators that give the index of one element along an axis: what prepare() hands to their kernels. */
#ifndef NOOK_OPS_FAMILIES_INDEX_H_
#define NOOK_OPS_FAMILIES_INDEX_H_

#include <stdint.h>

/* x is [outer][size][inner], y is [outer][inner]. */
typedef struct nook_index {
  int32_t outer, size, inner;
} nook_index;

#endif
