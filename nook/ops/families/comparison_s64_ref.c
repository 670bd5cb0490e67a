#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/comparison.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_comparison* p = (const nook_comparison*)params;
  const char *a = (const char*)a_run, *b = (const char*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < p->walk.run; ++i, a += 8 * p->walk.a_step, b += 8 * p->walk.b_step) {
    const int64_t from_a = nook_load_s64(a), from_b = nook_load_s64(b);
    y[i] = nook_outcome(&p->y, from_a, from_b);
  }
}

void nook_comparison_s64_ref(const nook_comparison* p, const void* a, const void* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 8, 1, run);
}
