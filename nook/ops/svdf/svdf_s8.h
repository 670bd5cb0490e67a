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

#endif
