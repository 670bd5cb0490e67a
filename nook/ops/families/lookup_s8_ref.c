#include "nook/ops/families/unary.h"

void nook_lookup_s8_ref(const nook_lookup_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* const end = x + p->size;
  const int8_t* const table = p->table + 128; /* copies, so that no store forces another load */
  while (x < end) *y++ = table[*x++];
}
