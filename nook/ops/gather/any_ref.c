#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/gather/gather.h"

void nook_gather_runs_ref(const nook_gather_runs* p, const void* x, const int32_t* indices, void* y,
                          void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* from = (const int8_t*)x;
  int8_t* to = (int8_t*)y;
  for (int32_t b = 0; b < p->batch; ++b, indices += p->count)
    for (int32_t k = 0; k < p->outer; ++k, from += p->limit * p->run)
      for (int32_t i = 0; i < p->count; ++i, to += p->run)
        memcpy(to, from + nook_clamp(indices[i], 0, p->limit - 1) * p->run, (size_t)p->run);
}
