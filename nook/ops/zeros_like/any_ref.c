#include <string.h>

#include "nook/ops/zeros_like/zeros_like.h"

void nook_zeros_like_ref(const nook_zeros_like* p, const void* x, void* y, void* scratch_memory) {
  (void)x, (void)scratch_memory;
  memset(y, 0, (size_t)p->bytes);
}
