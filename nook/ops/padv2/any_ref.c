#include <string.h>

#include "nook/ops/padv2/padv2.h"
#include "nook/ops/shared/odometer.h"

static int8_t* fill(int8_t* y, const int8_t* value, int32_t element_bytes, int32_t bytes) {
  if (element_bytes == 1) {
    memset(y, *value, (size_t)bytes);
  } else {
    for (int32_t i = 0; i < bytes; i += element_bytes) memcpy(y + i, value, (size_t)element_bytes);
  }
  return y + bytes;
}

void nook_padv2_ref(const nook_padv2* p, const void* x, const void* value, void* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_pad* m = &p->margins;
  const int8_t *from = (const int8_t*)x, *with = (const int8_t*)value;
  int32_t index[NOOK_MAX_RANK] = {0};
  int8_t* to = fill((int8_t*)y, with, p->element_bytes, m->head);
  for (;;) {
    memcpy(to, from, (size_t)m->run);
    from += m->run, to += m->run;
    const int32_t d = nook_next_index(index, m->dim, m->rank);
    if (d < 0) break;
    to = fill(to, with, p->element_bytes, m->gap[d]);
  }
  fill(to, with, p->element_bytes, m->tail);
}
