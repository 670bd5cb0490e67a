/* The portable kernels for both types of state. The including file defines svdf_element, the type of the
 * state and of the weights in time, and the functions declared here. */
#ifndef NOOK_OPS_SVDF_STEPS_REF_H_
#define NOOK_OPS_SVDF_STEPS_REF_H_

#include "nook/ops/svdf/svdf_s8.h"

/* The state after a filter's answer. */
static inline svdf_element kept(const nook_svdf* p, int32_t answer);

/* Drops the oldest result of each filter and appends the newest. */
static void remember(const nook_svdf* p, const int8_t* x, const int8_t* w, svdf_element* state) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* row = w;
    for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {
      for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];
      state[p->memory - 1] = kept(p, nook_svdf_answer(p, x, row));
    }
  }
}

#endif
