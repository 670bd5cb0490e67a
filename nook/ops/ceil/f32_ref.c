#include <math.h>

#include "nook/ops/ceil/ceil.h"
#include "nook/ops/families/each_f32.h"

static float least_above(float x) { return ceilf(x); }

void nook_ceil_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, least_above);
}
