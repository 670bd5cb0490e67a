#include "nook/core/fixed_point.h"
#include "nook/ops/families/unary.h"

/* gate(|x|) - 1/2, in 2^-16. */
static int32_t above_half(const nook_gated_s16* p, int32_t magnitude) {
  const int32_t right = 31 - p->at_shift;
  const int64_t at = ((int64_t)magnitude * p->at_multiplier + ((int64_t)1 << (right - 1))) >> right;
  if (at >= (int64_t)p->last << p->bits) return (int32_t)1 << 15;
  const uint32_t point = (uint32_t)at >> p->bits, one = (uint32_t)1 << p->bits;
  const uint32_t from = p->points[point], rise = p->points[point + 1] - from;
  return (int32_t)(from + ((((uint32_t)at & (one - 1)) * rise + one / 2) >> p->bits));
}

void nook_gated_s16_ref(const nook_gated_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int32_t magnitude = x[i] < 0 ? -(int32_t)x[i] : x[i], more = above_half(p, magnitude);
    const int32_t gate = ((int32_t)1 << 15) + (x[i] < 0 ? -more : more);
    y[i] = (int16_t)nook_clamp(nook_rescale(x[i] * gate, p->multiplier, p->shift), INT16_MIN, INT16_MAX);
  }
}
