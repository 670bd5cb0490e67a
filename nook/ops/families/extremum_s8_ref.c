#include "nook/ops/families/extremum_segments.h"

NOOK_EXTREMUM_ELEMENT(larger, int8_t, *(const int8_t*), >)
NOOK_EXTREMUM_ELEMENT(smaller, int8_t, *(const int8_t*), <)

void nook_extremum_s8_ref(const nook_extremum* p, const void* a, const void* b, void* y,
                          void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, (int32_t)sizeof(int8_t), larger, smaller);
}
