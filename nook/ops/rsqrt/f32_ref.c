#include <math.h>

#include "nook/ops/families/each_f32.h"
#include "nook/ops/rsqrt/rsqrt.h"

static float inverse_root(float x) { return 1 / sqrtf(x); }

void nook_rsqrt_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, inverse_root);
}
