#include "nook/ops/families/extremum_runs.h"

NOOK_EXTREMUM_ELEMENT(larger, float, *(const float*), >)
NOOK_EXTREMUM_ELEMENT(smaller, float, *(const float*), <)

void nook_extremum_f32_ref(const nook_extremum* p, const void* a, const void* b, void* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, (int32_t)sizeof(float), larger, smaller);
}
