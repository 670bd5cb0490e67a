#include <math.h>

#include "nook/ops/families/each_f32.h"
#include "nook/ops/floor/floor.h"

static float greatest_below(float x) { return floorf(x); }

void nook_floor_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, greatest_below);
}
