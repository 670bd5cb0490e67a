#define NOOK_PAIRS_LOCAL(name) name##_thumb2
#include "nook/kernels/dot/armv7m/sixteen_sums_thumb2.h"
#include "nook/ops/fully_connected/pairs_rows.h"

static const void* sixteen_sums(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums) {
  return nook_sixteen_sums_thumb2(x, weights, end, sums);
}

void nook_fully_connected_s8_thumb2_pairs(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                          const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row_of_pairs(p, x, w, y);
}
