#include "nook/ops/sum/total.h"

static int8_t give(const void* params, uint32_t sum) { return (int8_t)nook_total(params, sum); }

void nook_sum_s8_ref(const nook_sum* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s8(&p->walk, x, y, p, give);
}
