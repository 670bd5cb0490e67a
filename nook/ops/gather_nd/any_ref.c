#include "nook/ops/gather_nd/gather_nd.h"
#include "nook/ops/reference/copy.h"
#include "nook/ops/reference/index_value.h"

void nook_gather_nd_ref(const nook_gather_nd* p, const void* x, const void* indices, void* y,
                        void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  for (int32_t i = 0; i < p->count; ++i, to += p->run) {
    const int8_t* from = (const int8_t*)x;
    for (int32_t d = 0; d < p->depth; ++d)
      from += nook_index_value(indices, i * p->depth + d, p->index_bytes, p->limit[d] - 1) * p->stride[d];
    nook_copy_disjoint(to, from, p->run);
  }
}
