#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENTS(float, *(const float*))

void nook_extremum_f32_ref(const nook_extremum* p, const float* a, const float* b, float* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, 4, larger, smaller);
}
