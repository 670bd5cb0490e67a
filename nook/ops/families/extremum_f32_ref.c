#include "nook/ops/families/extremum_segments.h"

static inline int keeps(const void* own, float a) { return ((const nook_extremum*)own)->keeps_nan && a != a; }

static void larger(const void* own, const void* a_at, const void* b_at, void* y) {
  const float a = *(const float*)a_at, b = *(const float*)b_at;
  *(float*)y = a > b || keeps(own, a) ? a : b;
}
static void smaller(const void* own, const void* a_at, const void* b_at, void* y) {
  const float a = *(const float*)a_at, b = *(const float*)b_at;
  *(float*)y = a < b || keeps(own, a) ? a : b;
}

void nook_extremum_f32_ref(const nook_extremum* p, const void* a, const void* b, void* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_extremum_each(p, a, b, y, (int32_t)sizeof(float), larger, smaller);
}
