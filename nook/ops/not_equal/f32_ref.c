#include "nook/ops/families/binary_runs.h"
#include "nook/ops/not_equal/not_equal.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const float *a = (const float*)a_run, *b = (const float*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) y[i] = *a != *b;
}

void nook_not_equal_f32_ref(const nook_binary* p, const float* a, const float* b, uint8_t* y,
                            void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 1, run);
}
