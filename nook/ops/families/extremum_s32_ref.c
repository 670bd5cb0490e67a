#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENTS(int32_t, *(const int32_t*))

void nook_extremum_s32_ref(const nook_extremum* p, const int32_t* a, const int32_t* b, int32_t* y,
                           void* scratch) {
  (void)scratch;
  nook_extremum_each(p, a, b, y, 4, larger, smaller);
}
