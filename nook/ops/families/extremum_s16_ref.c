#include "nook/ops/families/extremum_segments.h"

NOOK_EXTREMUM_ELEMENT(larger, int16_t, *(const int16_t*), >)
NOOK_EXTREMUM_ELEMENT(smaller, int16_t, *(const int16_t*), <)

void nook_extremum_s16_ref(const nook_extremum* p, const void* a, const void* b, void* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, (int32_t)sizeof(int16_t), larger, smaller);
}
