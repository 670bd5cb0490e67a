#include "nook/core/fixed_point.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/shared/odometer.h"

static void s8_run(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y) {
  for (int32_t i = 0; i < p->run; ++i, a += p->a_step, b += p->b_step) {
    const int32_t product = (*a - p->a_zero) * (*b - p->b_zero);
    const int32_t q = nook_rescale(product, p->multiplier, p->shift) + p->y_zero;
    y[i] = (int8_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

void nook_mul_s8_ref(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    s8_run(p, a, b, y);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}
