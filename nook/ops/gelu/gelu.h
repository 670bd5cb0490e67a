/* GELU: y = x times the cumulative normal distribution at x. Kernel contract, for C99 and C++; int8 is a
 * table, int16 a gate (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_GELU_GELU_H_
#define NOOK_OPS_GELU_GELU_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = x / 2 * erfc(-x / sqrt(2)) or, if `approximate`, x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 *
 * x^3))). */
typedef struct nook_gelu_f32 {
  int32_t size; /* elements */
  int32_t approximate;
} nook_gelu_f32;

/* x and y are dense; they may be the same memory. */
void nook_gelu_f32_ref(const nook_gelu_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
