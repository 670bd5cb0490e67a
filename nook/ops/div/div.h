/* DIV: y = a / b; if b is 0, y is 0, or for float32 the IEEE 754 result. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_DIV_DIV_H_
#define NOOK_OPS_DIV_DIV_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = clamp((a - a_zero) / (b - b_zero) * multiplier * 2^(shift - 31) + y_zero, act_min, act_max); the
 * reciprocal and the products are each rounded to 31 bits */
typedef struct nook_div_s8 {
  nook_binary_walk walk;
  int32_t a_zero, b_zero, y_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift;      /* scale of a / (scale of b * scale of y); shift at most 23 */
  int32_t act_min, act_max;       /* fused activation in the output's quantized units */
} nook_div_s8;

/* Likewise; all zero points are 0. */
typedef struct nook_div_s16 {
  nook_binary_walk walk;
  int32_t multiplier, shift; /* scale of a / (scale of b * scale of y); shift at most 15 */
  int32_t act_min, act_max;
} nook_div_s16;

/* y is dense. An operand that is not broadcast may share memory with y. */
void nook_div_s8_ref(const nook_div_s8* p, const int8_t* a, const int8_t* b, int8_t* y, void* scratch_memory);
void nook_div_s16_ref(const nook_div_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory);
nook_binary_f32_kernel nook_div_f32_ref;
nook_binary_s32_kernel nook_div_s32_ref;

NOOK_END_C

#endif
