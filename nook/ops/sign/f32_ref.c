#include "nook/ops/families/each_f32.h"
#include "nook/ops/sign/sign.h"

static float sign(float x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

void nook_sign_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, sign);
}
