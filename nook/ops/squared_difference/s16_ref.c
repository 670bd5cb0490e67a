#include "nook/ops/families/binary_runs.h"
#include "nook/ops/squared_difference/squared_difference.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_squared_difference* p = (const nook_squared_difference*)params;
  const nook_binary_walk* w = &p->walk;
  const int16_t *a = (const int16_t*)a_run, *b = (const int16_t*)b_run;
  int16_t* y = (int16_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) {
    const int32_t apart = nook_binary_a(&p->scales, *a) - nook_binary_b(&p->scales, *b);
    y[i] = (int16_t)nook_requantize(apart * apart, p->multiplier, p->shift, p->y_zero, p->least, p->most);
  }
}

void nook_squared_difference_s16_ref(const nook_squared_difference* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 2, 2, run);
}
