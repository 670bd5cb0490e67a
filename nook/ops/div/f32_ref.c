#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_runs.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_f32* p = (const nook_binary_f32*)params;
  const nook_binary_walk* w = &p->walk;
  const float *a = (const float*)a_run, *b = (const float*)b_run;
  float* y = (float*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step)
    y[i] = nook_clamp_f32(*a / *b, p->act_min, p->act_max);
}

void nook_div_f32_ref(const nook_binary_f32* p, const float* a, const float* b, float* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
