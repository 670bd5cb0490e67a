#include <string.h>

#include "nook/ops/select_v2/select_v2.h"
#include "nook/ops/shared/odometer.h"

/* Inlined for each width, so that a copy is a load and a store. */
static inline void select_run(const nook_select_v2* p, const uint8_t* condition, const char* a, const char* b,
                              char* y, size_t bytes) {
  for (int32_t i = 0; i < p->run; ++i, y += bytes) {
    memcpy(y, *condition ? a : b, bytes);
    condition += p->step[0], a += p->step[1], b += p->step[2];
  }
}

void nook_select_v2_ref(const nook_select_v2* p, const uint8_t* condition, const void* a, const void* b,
                        void* y, void* scratch_memory) {
  (void)scratch_memory;
  const char *a_at = (const char*)a, *b_at = (const char*)b;
  char* y_at = (char*)y;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    if (p->element_bytes == 1) select_run(p, condition, a_at, b_at, y_at, 1);
    if (p->element_bytes == 2) select_run(p, condition, a_at, b_at, y_at, 2);
    if (p->element_bytes == 4) select_run(p, condition, a_at, b_at, y_at, 4);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    const int32_t* jump = p->jump + 3 * d;
    condition += jump[0], a_at += jump[1], b_at += jump[2], y_at += p->run * p->element_bytes;
  }
}
