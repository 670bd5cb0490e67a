/* SQRT: y = the square root of x. Kernel contract, for C99 and C++; int8 is a table
 * (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_SQRT_SQRT_H_
#define NOOK_OPS_SQRT_SQRT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

/* y = sqrt(x_scale * x) / y_scale, in single precision like TensorFlow Lite, rounded down and clamped to
 * int16; 0 for negative x. All zero points are 0. */
typedef struct nook_sqrt_s16 {
  int32_t size; /* elements */
  float x_scale, y_scale;
} nook_sqrt_s16;

nook_unary_f32_kernel nook_sqrt_f32_ref;
/* x and y are dense; they may be the same memory. */
void nook_sqrt_s16_ref(const nook_sqrt_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
