#include "nook/ops/logistic/logistic.h"
#include "nook/ops/reference/sigmoid_s16_ref.h"

void nook_logistic_s16_ref(const nook_curve_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_table_scale scale = {p->multiplier, p->shift};
  for (int32_t i = 0; i < p->size; ++i) y[i] = nook_sigmoid_s16(x[i], scale);
}
