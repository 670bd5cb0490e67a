#include "nook/ops/families/binary_segments.h"
#include "nook/ops/squared_difference/squared_difference.h"

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  const nook_squared_difference* p = (const nook_squared_difference*)params;
  const int16_t a = *(const int16_t*)a_at, b = *(const int16_t*)b_at;
  const int32_t difference = nook_binary_a(&p->scales, a) - nook_binary_b(&p->scales, b);
  *(int16_t*)y = (int16_t)nook_requantize(difference * difference, p->multiplier, p->shift, p->y_zero,
                                          p->least, p->most);
}

void nook_squared_difference_s16_ref(const nook_squared_difference* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, element);
}
