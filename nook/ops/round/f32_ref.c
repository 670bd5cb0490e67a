#include <math.h>

#include "nook/ops/families/each_f32.h"
#include "nook/ops/round/round.h"

/* Parity matters only for ties, where x is small enough for an int32_t. */
static float round_half_to_even(float x) {
  const float below = floorf(x), fraction = x - below;
  const int down = fraction < 0.5f || (fraction == 0.5f && (int32_t)below % 2 == 0);
  return down ? below : below + 1;
}

void nook_round_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, round_half_to_even);
}
