#include <string.h>

#include "nook/ops/families/movement.h"

void nook_parts_ref(const nook_parts* p, const void* x, void* const* y, void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* from = (const int8_t*)x;
  for (int32_t k = 0; k < p->outer; ++k)
    for (int32_t i = 0; i < p->outputs; ++i) {
      memcpy((int8_t*)y[i] + k * p->run[i], from, (size_t)p->run[i]);
      from += p->run[i];
    }
}
