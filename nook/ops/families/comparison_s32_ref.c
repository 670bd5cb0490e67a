#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/comparison.h"

static void compare(const void* own, const void* a, const void* b, void* y) {
  *(uint8_t*)y = nook_outcome(*(const nook_outcomes*)own, *(const int32_t*)a, *(const int32_t*)b);
}

void nook_comparison_s32_ref(const nook_comparison* p, const void* a, const void* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  const nook_outcomes outcomes = p->y;
  nook_binary_each_short(&p->walk, &outcomes, a, b, y, 4, 1, compare);
}
