/* float32 operators of two operands, one of which is a short vector that repeats: a bias or factor for each
 * channel. */
#ifndef NOOK_OPS_FAMILIES_BINARY_PERIOD_H_
#define NOOK_OPS_FAMILIES_BINARY_PERIOD_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/elementwise/sixteens_f32.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* y = clamp(op(a, b)); `period`, scratch for nook_binary_period() elements, gets copies of the vector, so
 * that `together` computes many runs at once. */
static inline void nook_binary_period_f32(const nook_binary_f32* p, const float* a, const float* b, float* y,
                                          float* period, nook_sixteens_f32* together,
                                          float (*op)(float, float)) {
  enum { TOGETHER = 16 };
  const nook_binary_walk* const w = &p->walk;
  const int32_t last = w->rank - 1, run = w->run, a_repeats = w->a_jump[last] == 0;
  const int32_t length = nook_binary_period(w), elements = w->dim[last] * run;
  const nook_float_range range = nook_float_range_of(p->act_min, p->act_max);
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    for (int32_t i = 0; i < length; ++i) period[i] = i < run ? (a_repeats ? a : b)[i] : period[i - run];
    const float *first = a_repeats ? period : a, *second = a_repeats ? b : period;
    for (int32_t left = elements; left > 0; left -= length) {
      const int32_t some = left < length ? left : length, sixteens = some / TOGETHER;
      if (sixteens > 0) together(first, second, y, sixteens, NOOK_SIXTEENS_BOTH, &range);
      for (int32_t i = sixteens * TOGETHER; i < some; ++i)
        y[i] = nook_clamp_f32(op(first[i], second[i]), p->act_min, p->act_max);
      y += some, *(a_repeats ? &second : &first) += some;
    }
    const int32_t d = nook_next_index(index, w->dim, last);
    if (d < 0) return;
    a += w->a_jump[d] + (a_repeats ? 0 : elements - run);
    b += w->b_jump[d] + (a_repeats ? elements - run : 0);
  }
}

#endif
