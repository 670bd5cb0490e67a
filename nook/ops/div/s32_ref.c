#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_runs.h"

/* Wraps around where the quotient has no place. */
static int32_t quotient(int32_t a, int32_t b) {
  if (b == 0) return 0;
  return b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
}

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_s32* p = (const nook_binary_s32*)params;
  const nook_binary_walk* w = &p->walk;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  int32_t* y = (int32_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step)
    y[i] = nook_clamp(quotient(*a, *b), p->act_min, p->act_max);
}

void nook_div_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
