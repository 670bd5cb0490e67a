#define NOOK_PAIRS_LOCAL(name) name
#include "nook/kernels/dot/rv32/sixteen_sums_rv32.h"
#include "nook/ops/fully_connected/pairs_rows.h"

static const void* sixteen_sums(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums) {
  return nook_sixteen_sums_rv32(x, weights, end, sums);
}

void nook_fully_connected_s8_rv32_pairs(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                        const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row_of_pairs(p, x, w, y);
}
