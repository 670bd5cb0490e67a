#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENTS(int8_t, *(const int8_t*))

void nook_extremum_s8_ref(const nook_extremum* p, const int8_t* a, const int8_t* b, int8_t* y,
                          void* scratch) {
  (void)scratch;
  nook_extremum_each(p, a, b, y, 1, larger, smaller);
}
