/* float32 operators of two operands: runs sixteen elements at a time (sixteens_f32.h). */
#ifndef NOOK_OPS_FAMILIES_BINARY_SIXTEENS_H_
#define NOOK_OPS_FAMILIES_BINARY_SIXTEENS_H_

#include "nook/kernels/elementwise/sixteens_f32.h"
#include "nook/ops/families/binary_segments.h"

/* y = clamp(op(a, b)); `together` computes sixteens with the same function, which is called directly. */
static inline void nook_binary_sixteens_f32(const nook_binary_f32* p, const float* a, const float* b,
                                            float* y, nook_sixteens_f32* together,
                                            float (*op)(float, float)) {
  enum { TOGETHER = 16 };
  const float low = p->act_min, high = p->act_max;
  const nook_float_range range = nook_float_range_of(low, high);
  const int32_t run = p->walk.run, sixteens = run / TOGETHER, a_step = p->walk.a_step,
                b_step = p->walk.b_step;
  const int32_t vectors = !a_step ? NOOK_SIXTEENS_SECOND : !b_step ? NOOK_SIXTEENS_FIRST : NOOK_SIXTEENS_BOTH;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    if (sixteens > 0) together(a, b, y, sixteens, vectors, &range);
    for (int32_t i = sixteens * TOGETHER; i < run; ++i)
      y[i] = nook_clamp_f32(op(a[i * a_step], b[i * b_step]), low, high);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += run;
  }
}

#endif
