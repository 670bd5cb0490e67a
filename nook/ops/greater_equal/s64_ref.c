#include "nook/ops/families/binary_runs.h"
#include "nook/ops/greater_equal/greater_equal.h"

static void run(const void* params, const void* a_run, const void* b_run, void* y_run) {
  const nook_binary_walk* w = &((const nook_binary*)params)->walk;
  const char *a = (const char*)a_run, *b = (const char*)b_run;
  uint8_t* y = (uint8_t*)y_run;
  const int32_t a_step = 8 * w->a_step, b_step = 8 * w->b_step;
  for (int32_t i = 0; i < w->run; ++i, a += a_step, b += b_step) {
    const int64_t from_a = nook_load_s64(a), from_b = nook_load_s64(b);
    y[i] = from_a >= from_b;
  }
}

void nook_greater_equal_s64_ref(const nook_binary* p, const void* a, const void* b, uint8_t* y,
                                void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_runs(&p->walk, p, a, b, y, 8, 1, run);
}
