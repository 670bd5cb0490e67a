#include "nook/ops/logical_not/logical_not.h"

void nook_logical_not_ref(const nook_logical_not_bool* p, const uint8_t* x, uint8_t* y,
                          void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = x[i] == 0;
}
