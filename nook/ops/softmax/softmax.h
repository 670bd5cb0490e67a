/* SOFTMAX: kernel contract, for C99 and C++. The operator is in softmax_op.h. */
#ifndef NOOK_OPS_SOFTMAX_SOFTMAX_H_
#define NOOK_OPS_SOFTMAX_SOFTMAX_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[r][i] = exp(e[r][i]) / sum over j of exp(e[r][j]), e[r][i] = beta * scale * (x[r][i] - max of the row),
 * in fixed point; y has the scale 1/256 and the zero point -128. */
typedef struct nook_softmax_s8 {
  int32_t rows, depth;
  int32_t multiplier, shift; /* beta * scale as Q5.26, shift >= 0, see nook/core/fixed_point.h */
  int32_t least; /* the distance from the row's largest element below which an element is ignored */
} nook_softmax_s8;

/* Likewise for int16. The exponentials between -10 and 0 and the quotients are interpolated linearly; y has
 * the scale 2^-15. */
typedef struct nook_softmax_s16 {
  int32_t rows, depth;
  int32_t multiplier, shift; /* beta * scale in units of 10 / 65535 */
} nook_softmax_s16;

/* The shifts of kernels with vectors of int16, from a scale of 10^-8 to one of 1. */
#define NOOK_SOFTMAX_LEAST_SHIFT (-14)
#define NOOK_SOFTMAX_MOST_SHIFT  13

/* Likewise in float, with e = beta * (x - max of the row). */
typedef struct nook_softmax_f32 {
  int32_t rows, depth;
  float beta;
} nook_softmax_f32;

/* Exponentials of int8, one for each distance from the largest element of a row. */
#define NOOK_SOFTMAX_POWERS 256

/* x and y are [rows][depth]; they may be the same memory; see the rows of the tables. */
#define NOOK_KERNEL(symbol, ...) \
  void symbol(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
#include "nook/ops/softmax/s8.inc"
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, ...) \
  void symbol(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory);
#include "nook/ops/softmax/f32.inc"
#undef NOOK_KERNEL

/* To int16 with the scale 2^-16 and the zero point -32768. */
#define NOOK_KERNEL(symbol, ...) \
  void symbol(const nook_softmax_s8* p, const int8_t* x, int16_t* y, void* scratch_memory);
#include "nook/ops/softmax/s8_s16.inc"
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, ...) \
  void symbol(const nook_softmax_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);
#include "nook/ops/softmax/s16.inc"
#undef NOOK_KERNEL

NOOK_END_C

#endif
