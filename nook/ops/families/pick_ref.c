#include "nook/ops/families/movement.h"

/* Copies along the last dimension. */
static void pick_segments(const nook_pick* p, const int8_t* x, const int32_t* at, int8_t* y) {
  const int32_t count = p->dim[p->rank - 1];
  if (p->run == 1) {
    for (int32_t i = 0; i < count; ++i) y[i] = x[at[i]];
  } else {
    for (int32_t i = 0; i < count; ++i, y += p->run) nook_copy_disjoint(y, x + at[i], p->run);
  }
}

/* Copies dimensions `first` and later, at least one. */
static void pick_from(const nook_pick* p, int32_t first, const int32_t* places, const int8_t* x, int8_t* y) {
  const int32_t rank = p->rank - first;
  int32_t index[NOOK_MAX_RANK] = {0};
  do {
    const int32_t* at = places;
    const int8_t* from = x;
    for (int32_t d = 0; d < rank - 1; at += p->dim[first + d++]) from += at[index[d]];
    pick_segments(p, from, at, y);
    y += p->dim[p->rank - 1] * p->run;
  } while (nook_next_index(index, p->dim + first, rank - 1) >= 0);
}

void nook_pick_ref(const nook_pick* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  pick_from(p, 0, p->at, (const int8_t*)x, (int8_t*)y);
}

void nook_pick_ref_row(const nook_pick* p, const nook_rows* x, int32_t oy, void* y_row,
                       void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* row = (const int8_t*)nook_row(x, p->at[1 + oy] / p->line);
  if (p->rank > 2)
    pick_from(p, 2, p->at + 1 + p->dim[1], row, (int8_t*)y_row);
  else
    nook_copy_disjoint(y_row, row, p->run);
}
