#include "nook/core/fixed_point.h"
#include "nook/ops/families/each_f32.h"
#include "nook/ops/relu_0_to_1/relu_0_to_1.h"

static float within(float x) { return nook_clamp_f32(x, 0, 1); }

void nook_relu_0_to_1_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, within);
}
