#include "nook/kernels/asm/rescale_twice.h"
#include "nook/ops/reference/sum_half.h"
#include "nook/ops/sub/sub.h"

static inline int32_t high_of_sum(int32_t sum, int32_t multiplier) {
  return nook_high_twice(sum, 2 * (uint32_t)multiplier);
}

void nook_sub_s8_rv32(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                      void* scratch) {
  (void)scratch;
  sum_with_half(p, a, b, y, NOOK_SUM_UNIT / 2, -1);
}
