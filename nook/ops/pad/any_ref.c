#include "nook/ops/pad/pad_rows.h"

void nook_pad_ref(const nook_pad* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* from = (const int8_t*)x;
  int8_t* to = (int8_t*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  memset(to, (int)p->fill, (size_t)p->head);
  to += p->head;
  for (;;) {
    nook_copy_run(to, from, p->run);
    from += p->run, to += p->run;
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) break;
    memset(to, (int)p->fill, (size_t)p->gap[d]);
    to += p->gap[d];
  }
  memset(to, (int)p->fill, (size_t)p->tail);
}

void nook_pad_ref_row(const nook_pad* p, const nook_rows* x, int32_t oy, void* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int8_t fill = (int8_t)p->fill;
  nook_pad_row(p, x, oy, &fill, 1, (int8_t*)y_row);
}
