#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/comparison.h"

static uint8_t outcome(const nook_outcomes* y, float a, float b) {
  if (a < b) return y->less;
  if (a == b) return y->equal;
  return a > b ? y->greater : y->unordered;
}

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_comparison* p = (const nook_comparison*)params;
  const float *a = (const float*)a_run, *b = (const float*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < p->walk.run; ++i, a += p->walk.a_step, b += p->walk.b_step)
    y[i] = outcome(&p->y, *a, *b);
}

void nook_comparison_f32_ref(const nook_comparison* p, const float* a, const float* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 1, run);
}
