#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/comparison.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_comparison* p = (const nook_comparison*)params;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < p->walk.run; ++i, a += p->walk.a_step, b += p->walk.b_step)
    y[i] = nook_outcome(&p->y, *a, *b);
}

void nook_comparison_s32_ref(const nook_comparison* p, const int32_t* a, const int32_t* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 1, run);
}
