#include "nook/ops/exp/exp.h"
#include "nook/ops/families/each_f32.h"
#include "nook/ops/reference/exp_f32_ref.h"

void nook_exp_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_each_f32(p, x, y, nook_exp_f32);
}
