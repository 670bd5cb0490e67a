/* CUMSUM: y = the cumulative sums of x along one axis. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_CUMSUM_CUMSUM_H_
#define NOOK_OPS_CUMSUM_CUMSUM_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* x and y are [outer][size][inner]. */
typedef struct nook_cumsum_walk {
  int32_t outer, size, inner;
  int32_t exclusive; /* 1: each sum excludes its own element */
  int32_t reverse;   /* 1: sums start at the end */
} nook_cumsum_walk;

/* y = clamp(rescale(sum of (x - in_zero) * 2^19, multiplier, shift) + out_zero, -128, 127). As in TensorFlow
 * Lite Micro, each sum has an additional term of x = 0; it wraps around. */
typedef struct nook_cumsum_s8 {
  nook_cumsum_walk walk;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / (2^19 * scale of y), see nook/core/fixed_point.h; shift <= 0 */
} nook_cumsum_s8;

typedef struct nook_cumsum_f32 {
  nook_cumsum_walk walk;
} nook_cumsum_f32;

/* Integers without a scale; sums wrap around. */
typedef struct nook_cumsum_s32 {
  nook_cumsum_walk walk;
} nook_cumsum_s32;

/* x and y may be the same memory; see the table's rows. */
void nook_cumsum_s8_ref(const nook_cumsum_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_cumsum_f32_ref(const nook_cumsum_f32* p, const float* x, float* y, void* scratch_memory);
void nook_cumsum_s32_ref(const nook_cumsum_s32* p, const int32_t* x, int32_t* y, void* scratch_memory);

NOOK_END_C

#endif
