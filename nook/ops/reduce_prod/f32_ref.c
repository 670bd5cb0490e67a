#include "nook/ops/reduce_prod/reduce_prod.h"
#include "nook/ops/shared/odometer.h"

static float fold(const nook_reduction_walk* w, const float* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  float result = 1;
  for (;;) {
    const float* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) result *= *at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return result;
    x += w->taken_jump[d];
  }
}

void nook_reduce_prod_f32_ref(const nook_reduction* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_reduction_walk* w = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = fold(w, x);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}
