/* Operators that find the index of an element along an axis: the arguments of their kernels. */
#ifndef NOOK_OPS_FAMILIES_INDEX_H_
#define NOOK_OPS_FAMILIES_INDEX_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

/* x is [outer][size][inner], y is [outer][inner]. */
typedef struct nook_index {
  int32_t outer, size, inner;
  int32_t y_bytes; /* bytes of an index: 4 or 8 */
} nook_index;

NOOK_BEGIN_C

/* A kernel for one order of elements. */
typedef void nook_index_s8_kernel(const nook_index* p, const int8_t* x, void* y, void* scratch_memory);
typedef void nook_index_s32_kernel(const nook_index* p, const int32_t* x, void* y, void* scratch_memory);
typedef void nook_index_f32_kernel(const nook_index* p, const float* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
