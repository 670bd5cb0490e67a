#include "nook/ops/families/binary_runs.h"
#include "nook/ops/pow/pow.h"

static int32_t power(int32_t a, int32_t b) {
  if (b < 0) return a == 1 || a == -1 ? (b & 1 ? a : 1) : 0;
  uint32_t base = (uint32_t)a, result = 1;
  for (; b > 0; b >>= 1, base *= base)
    if (b & 1) result *= base;
  return (int32_t)result;
}

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const int32_t *a = (const int32_t*)a_run, *b = (const int32_t*)b_run;
  int32_t* y = (int32_t*)y_run;
  for (int32_t i = 0; i < w->run; ++i, a += w->a_step, b += w->b_step) y[i] = power(*a, *b);
}

void nook_pow_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 4, 4, run);
}
