#include "nook/ops/families/each_f32.h"
#include "nook/ops/reference/sine_f32_ref.h"
#include "nook/ops/sin/sin.h"

void nook_sin_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, nook_sin_f32);
}
