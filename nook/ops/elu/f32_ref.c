#include "nook/ops/elu/elu.h"
#include "nook/ops/families/each_f32.h"
#include "nook/ops/reference/exp_f32_ref.h"

static float elu(float x) { return x < 0 ? nook_exp_less_one_f32(x) : x; }

void nook_elu_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, elu);
}
