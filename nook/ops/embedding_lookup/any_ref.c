#include <string.h>

#include "nook/ops/embedding_lookup/embedding_lookup.h"
#include "nook/ops/reference/index_value.h"

void nook_embedding_lookup_ref(const nook_embedding_lookup* p, const void* indices, const void* table,
                               void* y, void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  for (int32_t i = 0; i < p->count; ++i, to += p->run)
    memcpy(to, (const int8_t*)table + nook_index_value(indices, i, p->index_bytes, p->limit - 1) * p->run,
           (size_t)p->run);
}
