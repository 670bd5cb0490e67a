/* float32 MUL for Helium, sixteen elements at a time. */
#include "nook/kernels/elementwise/helium/mul_f32_mve.h"
#include "nook/ops/families/binary_sixteens.h"
#include "nook/ops/mul/mul.h"

static inline float product(float a, float b) { return a * b; }

static void together(const float* a, const float* b, float* y, int32_t sixteens, int32_t vectors,
                     const nook_float_range* range) {
  nook_all_sixteens_mve(a, b, y, sixteens, vectors, range, nook_mul_f32_mve_sixteens, product);
}

void nook_mul_f32_mve(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_sixteens_f32(p, a, b, y, together, product);
}
