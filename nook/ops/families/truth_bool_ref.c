#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/comparison.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_truth* p = (const nook_truth*)params;
  const uint8_t *a = (const uint8_t*)a_run, *b = (const uint8_t*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < p->walk.run; ++i, a += p->walk.a_step, b += p->walk.b_step)
    y[i] = p->table[(*a ? 2 : 0) + (*b ? 1 : 0)];
}

void nook_truth_bool_ref(const nook_truth* p, const uint8_t* a, const uint8_t* b, uint8_t* y,
                         void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 1, 1, run);
}
