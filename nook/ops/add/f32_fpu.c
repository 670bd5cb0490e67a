/* float32 ADD on cores with an FPU, sixteen elements at a time (add_f32_fpu.h), of operands that are not
 * broadcast within a run. */
#include "nook/kernels/elementwise/armv7em_fpu/add_f32_fpu.h"
#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_segments.h"

enum { TOGETHER = 16 };

void nook_add_f32_fpu(const nook_binary_f32* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  const float low = p->act_min, high = p->act_max;
  const nook_float_range range = nook_float_range_of(low, high);
  const int32_t run = p->walk.run, together = run / TOGETHER * TOGETHER;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    if (together > 0) nook_add_f32_fpu_sixteens(a, b, y, together / TOGETHER, &range);
    for (int32_t i = together; i < run; ++i) y[i] = nook_clamp_f32(a[i] + b[i], low, high);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += run;
  }
}
