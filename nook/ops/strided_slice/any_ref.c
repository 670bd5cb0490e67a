#include "nook/ops/strided_slice/strided_slice.h"

void nook_strided_slice_ref(const nook_strided_slice* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_gather_rows(p, x, y);
}
