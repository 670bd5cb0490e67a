#include "nook/ops/sum/total.h"

static int16_t give(const void* params, uint32_t sum) { return (int16_t)nook_total(params, sum); }

void nook_sum_s16_ref(const nook_sum* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s16(&p->walk, x, y, p, give);
}
