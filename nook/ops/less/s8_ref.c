#include "nook/ops/families/binary_runs.h"
#include "nook/ops/less/less.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary_compare*)params)->walk;
  const nook_binary_scales* s = &((const nook_binary_compare*)params)->scales;
  const int8_t *a = (const int8_t*)a_run, *b = (const int8_t*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step)
    y[i] = nook_binary_a(s, *a) < nook_binary_b(s, *b);
}

void nook_less_s8_ref(const nook_binary_compare* p, const int8_t* a, const int8_t* b, uint8_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 1, 1, run);
}
