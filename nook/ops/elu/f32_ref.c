#include <math.h>

#include "nook/ops/elu/elu.h"
#include "nook/ops/families/each_f32.h"

/* exp(x) - 1, accurate to a few units in the last place even near 0, because the logarithm of `power`
 * includes its rounding error. Not every libm has expm1f. */
static float elu(float x) {
  if (!(x < 0)) return x;
  const float power = expf(x), less = power - 1;
  if (power == 1) return x;
  return less == -1 ? less : less * (x / logf(power));
}

void nook_elu_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, elu);
}
