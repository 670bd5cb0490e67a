#include "nook/ops/families/movement.h"

void nook_movement_ref(const nook_movement* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_gather_rows(p, x, y);
}
