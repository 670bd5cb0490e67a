#include "nook/ops/families/binary_runs.h"
#include "nook/ops/mul/mul.h"

/* Unsigned, so that it wraps around. */
static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_s32* p = (const nook_binary_s32*)params;
  const nook_binary_walk* w = &p->walk;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  int32_t* y = (int32_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step)
    y[i] = nook_clamp((int32_t)((uint32_t)*a * (uint32_t)*b), p->act_min, p->act_max);
}

void nook_mul_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
