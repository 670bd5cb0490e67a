/* NOOK_MEAN_OF_SUMS: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_MEAN_OF_SUMS_MEAN_OF_SUMS_H_
#define NOOK_OPS_MEAN_OF_SUMS_MEAN_OF_SUMS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* With s = the sum of x[n][0..sums)[i]:
 *   multiplier 0: y[n][i] = clamp((s + zero * count) / count, act_min, act_max), ties away from zero
 *   otherwise:    y[n][i] = clamp(rescale(s, multiplier, shift) + zero, act_min, act_max) */
typedef struct nook_mean_of_sums {
  int32_t batch, sums, channels; /* x [batch][sums][channels], y [batch][channels] */
  int32_t count;                 /* elements of a mean */
  int32_t multiplier, shift, zero;
  int32_t act_min, act_max;
} nook_mean_of_sums;

/* x and y are different memory. */
void nook_mean_of_sums_s8_ref(const nook_mean_of_sums* p, const int16_t* x, int8_t* y, void* scratch_memory);

NOOK_END_C

#endif
