#include "nook/ops/families/binary_runs.h"
#include "nook/ops/squared_difference/squared_difference.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary* p = (const nook_binary*)params;
  const nook_binary_walk* w = &p->walk;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  int32_t* y = (int32_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) {
    const uint32_t apart = (uint32_t)*a - (uint32_t)*b; /* wraps around, and so does the product */
    y[i] = (int32_t)(apart * apart);
  }
}

void nook_squared_difference_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                                     void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
