/* float32 SUB for Helium, sixteen elements at a time. */
#include "nook/kernels/elementwise/helium/sub_f32_mve.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/sub/sub.h"

static inline float combined(float a, float b) { return a - b; }
static nook_sixteens_f32_left* const sixteens_mve = nook_sub_f32_mve_sixteens;
#include "nook/ops/families/binary_sixteens_mve.h"

__attribute__((noinline)) void nook_sub_f32_mve(const nook_binary_f32* p, const float* a, const float* b,
                                                float* y, void* scratch) {
  (void)scratch;
  nook_binary_sixteens_f32(p, a, b, y, together, combined);
}

static void mve_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_sub_f32_mve((const nook_binary_f32*)p, (const float*)a, (const float*)b, (float*)y, 0);
}
void nook_sub_f32_mve_repeat(const nook_binary_f32* p, const float* a, const float* b, float* y,
                             void* scratch) {
  nook_binary_f32 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, mve_vectors);
}
