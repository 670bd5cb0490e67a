/* Shared by the kernels for both types of state. */
#ifndef NOOK_OPS_SVDF_SVDF_S8_H_
#define NOOK_OPS_SVDF_SVDF_S8_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/svdf/svdf.h"

/* The result of a filter with the weights w for the input x. */
static inline int32_t nook_svdf_answer(const nook_svdf* p, const int8_t* x, const int8_t* w) {
  uint32_t sum = 0;
  for (int32_t i = 0; i < p->in; ++i) sum += (uint32_t)((x[i] - p->x_zero) * w[i]);
  return nook_rescale((int32_t)sum, p->first_multiplier, p->first_shift);
}

static inline int8_t nook_svdf_result(const nook_svdf* p, uint32_t sum) {
  return (int8_t)nook_requantize((int32_t)sum, p->second_multiplier, p->second_shift, p->y_zero, -128, 127);
}

/* Defines remember(), which drops the oldest result of each filter and appends the newest. kept(p, answer):
 * the state after a filter's answer. */
#define NOOK_SVDF_REMEMBER(State, kept)                                                      \
  static void remember(const nook_svdf* p, const int8_t* x, const int8_t* w, State* state) { \
    for (int32_t b = 0; b < p->batch; ++b, x += p->in) {                                     \
      const int8_t* row = w;                                                                 \
      for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {   \
        for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];                     \
        state[p->memory - 1] = kept(p, nook_svdf_answer(p, x, row));                         \
      }                                                                                      \
    }                                                                                        \
  }

#endif
