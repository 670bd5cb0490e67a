#include "nook/ops/families/reduction_runs.h"
#include "nook/ops/mean/mean.h"

static float add(float a, float b) { return a + b; }

void nook_mean_f32_ref(const nook_mean_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_reduction_walk* w = &p->walk;
  const float count = (float)w->count;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = nook_reduced_f32(w, x, 0, add) / count;
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

/* In the order of nook_reduced_f32(): rows, then pixels. */
void nook_mean_f32_ref_take(const nook_mean_f32* p, const float* x_row, int32_t iy, void* sums_memory) {
  float* sums = (float*)sums_memory;
  const int32_t channels = p->walk.step;
  for (int32_t c = 0; c < channels; ++c) {
    float sum = iy == 0 ? 0 : sums[c];
    const float* at = x_row + c;
    for (int32_t i = 0; i < p->width; ++i, at += channels) sum += *at;
    sums[c] = sum;
  }
}

void nook_mean_f32_ref_give(const nook_mean_f32* p, const void* sums_memory, float* y) {
  const float* sums = (const float*)sums_memory;
  for (int32_t c = 0; c < p->walk.step; ++c) y[c] = sums[c] / (float)p->walk.count;
}
