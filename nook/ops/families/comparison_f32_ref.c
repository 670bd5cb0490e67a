#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/comparison.h"

static void compare(const void* own, const void* a_at, const void* b_at, void* y_at) {
  const nook_outcomes y = *(const nook_outcomes*)own;
  const float a = *(const float*)a_at, b = *(const float*)b_at;
  *(uint8_t*)y_at = a < b ? y.less : a == b ? y.equal : a > b ? y.greater : y.unordered;
}

void nook_comparison_f32_ref(const nook_comparison* p, const void* a, const void* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  const nook_outcomes outcomes = p->y;
  nook_binary_each_short(&p->walk, &outcomes, a, b, y, 4, 1, compare);
}
