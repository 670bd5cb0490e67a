#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_segments.h"

static float quotient(float a, float b) { return a / b; }

void nook_div_f32_ref(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_each_f32(p, a, b, y, quotient);
}
