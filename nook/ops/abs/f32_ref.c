#include <math.h>

#include "nook/ops/abs/abs.h"
#include "nook/ops/families/each_f32.h"

static float magnitude(float x) { return fabsf(x); }

void nook_abs_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, magnitude);
}
