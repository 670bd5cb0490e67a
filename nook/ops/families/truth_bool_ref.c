#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/comparison.h"

static void look_up(const void* own, const void* a, const void* b, void* y) {
  const uint8_t* table = (const uint8_t*)own;
  uint32_t at = *(const uint8_t*)b != 0;
  if (*(const uint8_t*)a) at |= 2;
  *(uint8_t*)y = table[at];
}

void nook_truth_bool_ref(const nook_truth* p, const uint8_t* a, const uint8_t* b, uint8_t* y,
                         void* scratch_memory) {
  (void)scratch_memory;
  const nook_truth own = *p;
  nook_binary_each_short(&p->walk, own.table, a, b, y, 1, 1, look_up);
}
