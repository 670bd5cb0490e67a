#include "nook/ops/reduce_any/reduce_any.h"
#include "nook/ops/shared/odometer.h"

static uint8_t fold(const nook_reduction_walk* w, const uint8_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint8_t result = 0;
  for (;;) {
    const uint8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) result = result || *at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return result;
    x += w->taken_jump[d];
  }
}

void nook_reduce_any_bool_ref(const nook_reduction* p, const uint8_t* x, uint8_t* y, void* scratch_memory) {
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
