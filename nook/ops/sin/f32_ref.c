#include <math.h>

#include "nook/ops/families/each_f32.h"
#include "nook/ops/sin/sin.h"

static float sine(float x) { return sinf(x); }

void nook_sin_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, sine);
}
