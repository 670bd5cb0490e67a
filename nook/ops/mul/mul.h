/* MUL: kernel contract, for C99 and C++. The operator is in mul_op.h. */
#ifndef NOOK_OPS_MUL_MUL_H_
#define NOOK_OPS_MUL_MUL_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = clamp(rescale((a - a_zero) * (b - b_zero), multiplier, shift) + y_zero, act_min, act_max) */
typedef struct nook_mul_s8 {
  nook_binary_walk walk;
  int32_t a_zero, b_zero, y_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift;      /* scale of a * scale of b / scale of y, see nook/core/fixed_point.h */
  int32_t act_min, act_max;       /* fused activation in the output's quantized units */
} nook_mul_s8;

/* y is dense. An operand that is not broadcast may share memory with y; see the table's rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_mul_s8* p, const int8_t* a, const int8_t* b, int8_t* y, void* scratch_memory);
#include "nook/ops/mul/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) nook_binary_f32_kernel symbol;
#include "nook/ops/mul/f32.inc"
#undef NOOK_KERNEL

/* int16, with zero points of 0: y = clamp(rescale(a * b, multiplier, shift), act_min, act_max); left shifts
 * wrap around. */
typedef struct nook_mul_s16 {
  nook_binary_walk walk;
  int32_t multiplier, shift; /* scale of a * scale of b / scale of y */
  int32_t act_min, act_max;
} nook_mul_s16;

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_mul_s16* p, const int16_t* a, const int16_t* b, int16_t* y, void* scratch_memory);
#include "nook/ops/mul/s16.inc"
#undef NOOK_KERNEL

/* int32 without a scale; wraps around. */
nook_binary_s32_kernel nook_mul_s32_ref;

NOOK_END_C

#endif
