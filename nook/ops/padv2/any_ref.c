#include "nook/ops/pad/pad_rows.h"
#include "nook/ops/padv2/padv2.h"

void nook_padv2_ref(const nook_padv2* p, const void* x, const void* value, void* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_pad* m = &p->margins;
  const int8_t* from = (const int8_t*)x;
  int32_t index[NOOK_MAX_RANK] = {0};
  int8_t* to = nook_fill((int8_t*)y, value, p->element_bytes, m->head);
  for (;;) {
    memcpy(to, from, (size_t)m->run);
    from += m->run, to += m->run;
    const int32_t d = nook_next_index(index, m->dim, m->rank);
    if (d < 0) break;
    to = nook_fill(to, value, p->element_bytes, m->gap[d]);
  }
  nook_fill(to, value, p->element_bytes, m->tail);
}

void nook_padv2_ref_row(const nook_padv2* p, const nook_rows* x, int32_t oy, const void* value, void* y_row,
                        void* scratch_memory) {
  (void)scratch_memory;
  nook_pad_row(&p->margins, x, oy, value, p->element_bytes, (int8_t*)y_row);
}
