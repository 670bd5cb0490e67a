#include "nook/ops/families/binary_segments.h"
#include "nook/ops/families/comparison.h"

static void compare(const void* params, const void* a, const void* b, void* y) {
  const nook_comparison_s8* p = (const nook_comparison_s8*)params;
  *(uint8_t*)y = nook_outcome(p->y, nook_binary_a(&p->scales, *(const int8_t*)a),
                              nook_binary_b(&p->scales, *(const int8_t*)b));
}

void nook_comparison_s8_ref(const nook_comparison_s8* p, const int8_t* a, const int8_t* b, uint8_t* y,
                            void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 1, 1, compare);
}
