#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/extremum.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_extremum* p = (const nook_extremum*)params;
  const float *a = (const float*)a_run, *b = (const float*)b_run;
  float* y = (float*)y_run;
  for (int32_t i = 0; i < p->walk.run; ++i, a += p->walk.a_step, b += p->walk.b_step)
    y[i] = (p->largest ? *a > *b : *a < *b) ? *a : *b;
}

void nook_extremum_f32_ref(const nook_extremum* p, const float* a, const float* b, float* y,
                           void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
