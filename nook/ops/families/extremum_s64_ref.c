#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENTS(int64_t, nook_load_s64)

void nook_extremum_s64_ref(const nook_extremum* p, const void* a, const void* b, int64_t* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, 8, larger, smaller);
}
