#include "nook/ops/families/binary_runs.h"
#include "nook/ops/families/comparison.h"

static void look_up(const void* own, const void* a, const void* b, void* y) {
  const uint8_t* table = (const uint8_t*)own;
  *(uint8_t*)y = table[(*(const uint8_t*)a ? 2 : 0) + (*(const uint8_t*)b ? 1 : 0)];
}

void nook_truth_bool_ref(const nook_truth* p, const uint8_t* a, const uint8_t* b, uint8_t* y,
                         void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p->table, a, b, y, 1, 1, look_up);
}
