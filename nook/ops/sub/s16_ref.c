#include "nook/ops/families/binary_runs.h"
#include "nook/ops/sub/sub.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_sum* p = (const nook_binary_sum*)params;
  const nook_binary_walk* w = &p->walk;
  const int16_t *a = (const int16_t*)a_run, *b = (const int16_t*)b_run;
  int16_t* y = (int16_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) {
    const int32_t sum = nook_binary_a(&p->scales, *a) - nook_binary_b(&p->scales, *b);
    const int32_t q = nook_rescale_down(sum, p->multiplier, p->shift);
    y[i] = (int16_t)(nook_clamp(q, p->act_min - p->y_zero, p->act_max - p->y_zero) + p->y_zero);
  }
}

void nook_sub_s16_ref(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 2, 2, run);
}
