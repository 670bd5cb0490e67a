#include <math.h>

#include "nook/ops/families/binary_runs.h"
#include "nook/ops/pow/pow.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const float *a = (const float*)a_run, *b = (const float*)b_run;
  float* y = (float*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) y[i] = powf(*a, *b);
}

void nook_pow_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
