#include <math.h>

#include "nook/ops/families/binary_segments.h"
#include "nook/ops/pow/pow.h"

static float power(float a, float b) { return powf(a, b); }

void nook_pow_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_plain_f32(p, a, b, y, power);
}
