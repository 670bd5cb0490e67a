#include "nook/ops/add/add.h"
#include "nook/ops/reference/sum_mve.h"

void nook_add_s8_mve(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch) {
  (void)scratch;
  nook_sum_all_mve(p, a, b, y, 1);
}
