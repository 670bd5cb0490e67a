#include "nook/ops/add/add.h"
#include "nook/ops/families/sum_s16_mve.h"

void nook_add_s16_mve(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory) {
  const nook_sum_s16 operands = nook_sum_s16_of(p, a, b);
  (void)scratch_memory;
  nook_sum_s16_mve(p, &operands, y, NOOK_SUM);
}
