#include "nook/ops/reduce_prod/reduce_prod.h"
#include "nook/ops/shared/odometer.h"

static uint32_t fold(const nook_reduction_walk* w, const int32_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t result = 1;
  for (;;) {
    const int32_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) result *= (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return result;
    x += w->taken_jump[d];
  }
}

void nook_reduce_prod_s32_ref(const nook_reduction* p, const int32_t* x, int32_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_reduction_walk* w = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = (int32_t)fold(w, x);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}
