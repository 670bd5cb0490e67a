#include "nook/ops/families/binary_runs.h"
#include "nook/ops/maximum/maximum.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const int8_t *a = (const int8_t*)a_run, *b = (const int8_t*)b_run;
  int8_t* y = (int8_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) y[i] = *a > *b ? *a : *b;
}

void nook_maximum_s8_ref(const nook_binary* p, const int8_t* a, const int8_t* b, int8_t* y,
                         void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 1, 1, run);
}
