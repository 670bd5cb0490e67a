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

/* Defines the kernel for one type of state. kept(p, answer): the element that stores a filter's result;
 * element(p, s): the number that an element of the state represents. The oldest result of each filter is
 * dropped and the newest appended. */
#define NOOK_SVDF_S8(symbol, State, kept, element)                                                          \
  static void remember(const nook_svdf* p, const int8_t* x, const int8_t* w, State* state) {                \
    for (int32_t b = 0; b < p->batch; ++b, x += p->in) {                                                    \
      const int8_t* row = w;                                                                                \
      for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {                  \
        for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];                                    \
        state[p->memory - 1] = kept(p, nook_svdf_answer(p, x, row));                                        \
      }                                                                                                     \
    }                                                                                                       \
  }                                                                                                         \
  void symbol(const nook_svdf* p, const int8_t* x, const int8_t* w, const State* time, const int32_t* bias, \
              State* state, int8_t* y, void* scratch_memory) {                                              \
    (void)scratch_memory;                                                                                   \
    const int32_t terms = p->rank * p->memory; /* terms of one unit */                                      \
    remember(p, x, w, state);                                                                               \
    for (int32_t b = 0; b < p->batch; ++b) {                                                                \
      const State* weights = time;                                                                          \
      for (int32_t u = 0; u < p->units; ++u, weights += terms, state += terms) {                            \
        uint32_t sum = bias ? (uint32_t)bias[u] : 0;                                                        \
        for (int32_t i = 0; i < terms; ++i) sum += (uint32_t)(element(p, state[i]) * weights[i]);           \
        *y++ = nook_svdf_result(p, sum);                                                                    \
      }                                                                                                     \
    }                                                                                                       \
  }

#endif
