#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENTS(int16_t, *(const int16_t*))

void nook_extremum_s16_ref(const nook_extremum* p, const int16_t* a, const int16_t* b, int16_t* y,
                           void* scratch) {
  (void)scratch;
  nook_extremum_each(p, a, b, y, 2, larger, smaller);
}
