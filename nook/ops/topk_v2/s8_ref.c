#include "nook/ops/topk_v2/largest.h"

static int32_t is_larger(const void* row, int32_t a, int32_t b) {
  return ((const int8_t*)row)[a] > ((const int8_t*)row)[b];
}

void nook_topk_v2_s8_ref(const nook_topk_v2* p, const int8_t* x, int8_t* values, int32_t* indices,
                         void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->size, indices += p->count) {
    nook_largest(p, x, indices, is_larger);
    for (int32_t k = 0; k < p->count; ++k) *values++ = x[indices[k]];
  }
}
