#include "nook/core/fixed_point.h"
#include "nook/ops/add/add.h"
#include "nook/ops/shared/odometer.h"

static void f32_run(const nook_add_f32* p, const float* a, const float* b, float* y) {
  for (int32_t i = 0; i < p->run; ++i, a += p->a_step, b += p->b_step)
    y[i] = nook_clamp_f32(*a + *b, p->act_min, p->act_max);
}

void nook_add_f32_ref(const nook_add_f32* p, const float* a, const float* b, float* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    f32_run(p, a, b, y);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}
