#include "nook/ops/families/each_f32.h"
#include "nook/ops/square/square.h"

static float square(float x) { return x * x; }

void nook_square_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, square);
}
