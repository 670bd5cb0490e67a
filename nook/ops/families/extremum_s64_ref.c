#include "nook/ops/families/extremum_segments.h"

NOOK_EXTREMUM_ELEMENT(larger, int64_t, nook_load_s64, >)
NOOK_EXTREMUM_ELEMENT(smaller, int64_t, nook_load_s64, <)

void nook_extremum_s64_ref(const nook_extremum* p, const void* a, const void* b, void* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, (int32_t)sizeof(int64_t), larger, smaller);
}
