#include <math.h>

#include "nook/ops/families/each_f32.h"
#include "nook/ops/sqrt/sqrt.h"

static float root(float x) { return sqrtf(x); }

void nook_sqrt_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, root);
}
