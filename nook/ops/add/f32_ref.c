#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_segments.h"

static float sum(float a, float b) { return a + b; }

void nook_add_f32_ref(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_each_f32(p, a, b, y, sum);
}
