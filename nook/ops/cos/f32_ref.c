#include "nook/ops/cos/cos.h"
#include "nook/ops/families/each_f32.h"
#include "nook/ops/reference/sine_f32_ref.h"

void nook_cos_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, nook_cos_f32);
}
