#include <string.h>

#include "nook/ops/split/split.h"

void nook_split_ref(const nook_split* p, const void* x, void* const* y, void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* from = (const int8_t*)x;
  for (int32_t k = 0; k < p->outer; ++k)
    for (int32_t i = 0; i < p->outputs; ++i, from += p->run)
      memcpy((int8_t*)y[i] + k * p->run, from, (size_t)p->run);
}
