#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/comparison.h"

static void compare(const void* own, const void* a_at, const void* b_at, void* y_at) {
  const nook_outcomes y = *(const nook_outcomes*)own;
  const int64_t a = nook_load_s64(a_at), b = nook_load_s64(b_at);
  *(uint8_t*)y_at = a < b ? y.less : a > b ? y.greater : y.equal;
}

void nook_comparison_s64_ref(const nook_comparison* p, const void* a, const void* b, uint8_t* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  const nook_outcomes outcomes = p->y;
  nook_binary_each(&p->walk, &outcomes, a, b, y, 8, 1, compare);
}
