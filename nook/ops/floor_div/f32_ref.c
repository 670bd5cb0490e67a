#include <math.h>

#include "nook/ops/families/binary_segments.h"
#include "nook/ops/floor_div/floor_div.h"

static float whole_quotient(float a, float b) { return floorf(a / b); }

void nook_floor_div_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_plain_f32(p, a, b, y, whole_quotient);
}
