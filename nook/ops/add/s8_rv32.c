#include "nook/ops/add/add.h"
#include "nook/ops/shared/rescale_rv32.h"
#include "nook/ops/shared/sum_half.h"

static inline int32_t high_of_sum(int32_t sum, int32_t multiplier) {
  return nook_high_rv32(sum, 2 * (uint32_t)multiplier);
}

void nook_add_s8_rv32(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  const operand of_a = OPERAND_OF(p, a), of_b = OPERAND_OF(p, b);
  const output to = OUTPUT_OF(p, y);
  const int first = is_half(&of_a);
  sum_all(first ? &of_a : &of_b, first ? &of_b : &of_a, &to, 1 << 19, 1);
}
