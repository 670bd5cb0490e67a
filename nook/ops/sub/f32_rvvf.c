/* float32 SUB on cores with vectors of floats. */
#include "nook/kernels/elementwise/rvvf/sub_f32_rvvf.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/families/binary_rvvf.h"
#include "nook/ops/sub/sub.h"

__attribute__((noinline)) void nook_sub_f32_rvvf(const nook_binary_f32* p, const float* a, const float* b,
                                                 float* y, void* scratch) {
  (void)scratch;
  nook_binary_runs_rvvf(p, a, b, y, nook_sub_run_f32_rvvf);
}

static void rvvf_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_sub_f32_rvvf((const nook_binary_f32*)p, (const float*)a, (const float*)b, (float*)y, 0);
}
void nook_sub_f32_rvvf_repeat(const nook_binary_f32* p, const float* a, const float* b, float* y,
                              void* scratch) {
  nook_binary_f32 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, rvvf_vectors);
}
