#include "nook/ops/families/binary_segments.h"
#include "nook/ops/prelu/prelu.h"

static float slope(float a, float b) { return a >= 0 ? a : a * b; }

void nook_prelu_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_plain_f32(p, a, b, y, slope);
}
