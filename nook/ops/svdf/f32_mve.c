/* float32 SVDF for Helium, with packed weights (tiles_f32.h). */
#include <math.h>

#include "nook/kernels/dot/helium/vector_1x8_f32_mve.h"
#include "nook/ops/svdf/svdf.h"

static inline void sum_eight(const nook_svdf_f32* p, const float* x, const float* w, int32_t tile,
                             int32_t first, float* sums) {
  const nook_dot_1x8_f32 job = {
      x, w + tile * 8 * (p->in + 1), 8, p->in, {NOOK_RANGE_OTHER, -HUGE_VALF, HUGE_VALF}, sums};
  (void)first;
  nook_vector_1x8_f32_mve(&job);
}
#include "nook/ops/svdf/tiles_f32.h"

void nook_svdf_f32_mve(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory) {
  const int32_t filters = p->units * p->rank;
  (void)time, (void)bias, (void)scratch_memory;
  const float* const packed_time = w + (filters + SVDF_TILE - 1) / SVDF_TILE * SVDF_TILE * (p->in + 1);
  svdf_in_tiles(p, x, w, packed_time, packed_time + filters * p->memory, state, y);
}
