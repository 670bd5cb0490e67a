#include "nook/ops/families/binary_runs.h"
#include "nook/ops/prelu/prelu.h"

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  const nook_prelu_s8* p = (const nook_prelu_s8*)params;
  const int16_t a = *(const int16_t*)a_at;
  const int8_t b = *(const int8_t*)b_at;
  const int32_t x = a - p->a_zero;
  const int32_t q = x >= 0 ? nook_rescale(x, p->multiplier, p->shift)
                           : nook_rescale(x * (b - p->b_zero), p->slope_multiplier, p->slope_shift);
  *(int16_t*)y = (int16_t)nook_clamp(q + p->y_zero, INT16_MIN, INT16_MAX);
}

void nook_prelu_s16_ref(const nook_prelu_s8* p, const int16_t* a, const int8_t* b, int16_t* y,
                        void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each_of(&p->walk, p, a, 2, b, 1, y, 2, element);
}
