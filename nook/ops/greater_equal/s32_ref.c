#include "nook/ops/families/binary_runs.h"
#include "nook/ops/greater_equal/greater_equal.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) y[i] = *a >= *b;
}

void nook_greater_equal_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, uint8_t* y,
                                void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 1, run);
}
