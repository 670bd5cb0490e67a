#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/mean/accumulate.h"

static float add(float a, float b) { return a + b; }

void nook_mean_f32_ref(const nook_mean_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_reduction_walk* w = &p->walk;
  const float count = (float)w->count;
  NOOK_EACH_RESULT(nook_reduced_f32(w, x, 0, add) / count)
}

/* In the order of nook_reduced_f32(): rows, then pixels. */
NOOK_MEAN_ACCUMULATE(nook_mean_f32_ref_accumulate, nook_mean_f32, float, float)

void nook_mean_f32_ref_finish(const nook_mean_f32* p, const void* sums_memory, float* y) {
  const float* sums = (const float*)sums_memory;
  for (int32_t c = 0; c < p->walk.step; ++c) y[c] = sums[c] / (float)p->walk.count;
}
