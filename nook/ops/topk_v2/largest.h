/* The indices of the largest elements of a row, for each element type. */
#ifndef NOOK_OPS_TOPK_V2_LARGEST_H_
#define NOOK_OPS_TOPK_V2_LARGEST_H_

#include "nook/ops/topk_v2/topk_v2.h"

/* Whether element a of the row is larger than element b. */
typedef int32_t (*nook_is_larger)(const void* row, int32_t a, int32_t b);

/* An insertion sort: each element is inserted before all smaller ones. */
static inline void nook_largest(const nook_topk_v2* p, const void* row, int32_t* indices,
                                nook_is_larger is_larger) {
  int32_t held = 0;
  for (int32_t i = 0; i < p->size; ++i) {
    if (held == p->count && !is_larger(row, i, indices[held - 1])) continue;
    int32_t at = held < p->count ? held++ : held - 1;
    for (; at > 0 && is_larger(row, i, indices[at - 1]); --at) indices[at] = indices[at - 1];
    indices[at] = i;
  }
}

#endif
