/* LEAKY_RELU: y = x if x > 0, else alpha * x. Kernel contract, for C99 and C++; int8 is a table and int16 two
 * slopes (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_LEAKY_RELU_LEAKY_RELU_H_
#define NOOK_OPS_LEAKY_RELU_LEAKY_RELU_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

typedef struct nook_leaky_relu_f32 {
  int32_t size; /* elements */
  float alpha;
} nook_leaky_relu_f32;

/* x and y are dense; they may be the same memory. */
void nook_leaky_relu_f32_ref(const nook_leaky_relu_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
