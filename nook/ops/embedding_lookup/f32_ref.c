#include "nook/ops/embedding_lookup/embedding_lookup.h"
#include "nook/ops/reference/index_value.h"

void nook_embedding_lookup_f32_ref(const nook_embedding_lookup_f32* p, const void* indices,
                                   const int8_t* table, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->count; ++i, y += p->run) {
    const int8_t* row = table + nook_index_value(indices, i, p->index_bytes, p->limit - 1) * p->run;
    for (int32_t k = 0; k < p->run; ++k) y[k] = p->scale * row[k];
  }
}
