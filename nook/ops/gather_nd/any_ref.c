#include "nook/core/fixed_point.h"
#include "nook/ops/gather_nd/gather_nd.h"
#include "nook/ops/reference/copy.h"

void nook_gather_nd_ref(const nook_gather_nd* p, const void* x, const int32_t* indices, void* y,
                        void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  for (int32_t i = 0; i < p->count; ++i, to += p->run, indices += p->depth) {
    const int8_t* from = (const int8_t*)x;
    for (int32_t d = 0; d < p->depth; ++d) from += nook_clamp(indices[d], 0, p->limit[d] - 1) * p->stride[d];
    nook_copy_disjoint(to, from, p->run);
  }
}
