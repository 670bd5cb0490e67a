/* float32 ADD on cores with an FPU, sixteen elements at a time. */
#include "nook/kernels/elementwise/armv7em_fpu/add_f32_fpu.h"
#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/families/binary_sixteens.h"

static inline float sum(float a, float b) { return a + b; }

__attribute__((noinline)) void nook_add_f32_fpu(const nook_binary_f32* p, const float* a, const float* b,
                                                float* y, void* scratch) {
  (void)scratch;
  nook_binary_sixteens_f32(p, a, b, y, nook_add_f32_fpu_sixteens, sum);
}

static void fpu_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_add_f32_fpu((const nook_binary_f32*)p, (const float*)a, (const float*)b, (float*)y, 0);
}
void nook_add_f32_fpu_repeat(const nook_binary_f32* p, const float* a, const float* b, float* y,
                             void* scratch) {
  nook_binary_f32 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, fpu_vectors);
}
