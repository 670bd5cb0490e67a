/* float32 SUB for Helium, sixteen elements at a time. */
#include "nook/kernels/elementwise/helium/sub_f32_mve.h"
#include "nook/ops/families/binary_period.h"
#include "nook/ops/sub/sub.h"

static inline float combined(float a, float b) { return a - b; }
static nook_sixteens_f32_left* const sixteens_mve = nook_sub_f32_mve_sixteens;
#include "nook/ops/families/binary_sixteens_mve.h"

void nook_sub_f32_mve(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_sixteens_f32(p, a, b, y, together, combined);
}

void nook_sub_f32_mve_period(const nook_binary_f32* p, const float* a, const float* b, float* y,
                             void* scratch) {
  nook_binary_period_f32(p, a, b, y, (float*)scratch, together, combined);
}
