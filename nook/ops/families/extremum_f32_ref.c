#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void choose(const void* params, const void* a_at, const void* b_at, void* y) {
  const float a = *(const float*)a_at, b = *(const float*)b_at;
  *(float*)y = (((const nook_extremum*)params)->largest ? a > b : a < b) ? a : b;
}

void nook_extremum_f32_ref(const nook_extremum* p, const float* a, const float* b, float* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 4, 4, choose);
}
