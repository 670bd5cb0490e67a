#include "nook/ops/families/movement.h"

void nook_parts_ref(const nook_parts* p, const void* x, void* const* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t whole = 0, first = 0;
  for (int32_t i = 0; i < p->outputs; ++i) whole += p->run[i];
  for (int32_t i = 0; i < p->outputs; first += p->run[i++])
    nook_copy_segments(y[i], p->run[i], (const int8_t*)x + first, whole, p->run[i], p->outer);
}
