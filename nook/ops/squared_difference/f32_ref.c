#include "nook/ops/families/binary_segments.h"
#include "nook/ops/squared_difference/squared_difference.h"

static float squared_difference(float a, float b) { return (a - b) * (a - b); }

void nook_squared_difference_f32_ref(const nook_binary* p, const float* a, const float* b, float* y,
                                     void* scratch) {
  (void)scratch;
  nook_binary_plain_f32(p, a, b, y, squared_difference);
}
