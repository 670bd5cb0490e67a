/* TOPK_V2: kernel contract, for C99 and C++. The operator is in topk_v2_op.h. */
#ifndef NOOK_OPS_TOPK_V2_TOPK_V2_H_
#define NOOK_OPS_TOPK_V2_TOPK_V2_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Finds the `count` largest elements of each row of x, in descending order, and their indices in the row.
 * Equal elements keep their order. */
typedef struct nook_topk_v2 {
  int32_t rows, size; /* x */
  int32_t count;      /* results per row, at most size */
} nook_topk_v2;

/* x [rows][size], values and indices [rows][count]; no two of the three share a byte. */
void nook_topk_v2_s8_ref(const nook_topk_v2* p, const int8_t* x, int8_t* values, int32_t* indices,
                         void* scratch_memory);
void nook_topk_v2_s32_ref(const nook_topk_v2* p, const int32_t* x, int32_t* values, int32_t* indices,
                          void* scratch_memory);
void nook_topk_v2_f32_ref(const nook_topk_v2* p, const float* x, float* values, int32_t* indices,
                          void* scratch_memory);

NOOK_END_C

#endif
