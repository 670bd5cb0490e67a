#include "nook/ops/families/binary_segments.h"
#include "nook/ops/sub/sub.h"

static float difference(float a, float b) { return a - b; }

void nook_sub_f32_ref(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_each_f32(p, a, b, y, difference);
}
