#include "nook/ops/families/binary_runs.h"
#include "nook/ops/mul/mul.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_mul_s16* p = (const nook_mul_s16*)params;
  const nook_binary_walk* w = &p->walk;
  const int16_t *a = (const int16_t*)a_run, *b = (const int16_t*)b_run;
  int16_t* y = (int16_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step)
    y[i] =
        (int16_t)nook_clamp(nook_rescale((int32_t)*a * *b, p->multiplier, p->shift), p->act_min, p->act_max);
}

void nook_mul_s16_ref(const nook_mul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 2, 2, run);
}
