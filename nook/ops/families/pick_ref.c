#include "nook/ops/families/movement.h"

static void pick_row(const nook_pick* p, const int8_t* x, const int32_t* at, int8_t* y) {
  const int32_t count = p->dim[p->rank - 1];
  if (p->run == 1) {
    for (int32_t i = 0; i < count; ++i) y[i] = x[at[i]];
  } else {
    for (int32_t i = 0; i < count; ++i, y += p->run) nook_copy_apart(y, x + at[i], p->run);
  }
}

void nook_pick_ref(const nook_pick* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  int8_t* to = (int8_t*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  do {
    const int32_t* at = p->at;
    const int8_t* from = (const int8_t*)x;
    for (int32_t d = 0; d < p->rank - 1; at += p->dim[d++]) from += at[index[d]];
    pick_row(p, from, at, to);
    to += p->dim[p->rank - 1] * p->run;
  } while (nook_next_index(index, p->dim, p->rank - 1) >= 0);
}
