#include "nook/ops/families/each_f32.h"
#include "nook/ops/neg/neg.h"

static float negative(float x) { return -x; }

void nook_neg_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, negative);
}
