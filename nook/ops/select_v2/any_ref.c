#include <string.h>

#include "nook/ops/reference/odometer.h"
#include "nook/ops/select_v2/select_v2.h"

/* Inlined for each width, so that a copy is a load and a store, and a store to y cannot change the steps. */
static inline void select_run(const nook_select_v2* p, const uint8_t* condition, const char* a, const char* b,
                              char* y, size_t bytes) {
  const int32_t next = p->step[0], next_a = p->step[1], next_b = p->step[2];
  if (next == 1 && next_a == (int32_t)bytes && next_b == (int32_t)bytes) { /* nothing is broadcast */
    const size_t run = (size_t)p->run;
    for (size_t i = 0; i < run; ++i) memcpy(y + i * bytes, (condition[i] ? a : b) + i * bytes, bytes);
    return;
  }
  for (int32_t left = p->run; left > 0; --left, y += bytes) {
    memcpy(y, *condition ? a : b, bytes);
    condition += next, a += next_a, b += next_b;
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
    if (p->element_bytes == 8) select_run(p, condition, a_at, b_at, y_at, 8);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    const int32_t* jump = p->jump + 3 * d;
    condition += jump[0], a_at += jump[1], b_at += jump[2], y_at += p->run * p->element_bytes;
  }
}
