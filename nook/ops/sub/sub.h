/* SUB: kernel contract, for C99 and C++. The operator is in sub_op.h. */
#ifndef NOOK_OPS_SUB_SUB_H_
#define NOOK_OPS_SUB_SUB_H_

#include <stdint.h>

#include "nook/ops/families/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y = clamp(rescale(A - B, y_multiplier, y_shift) + y_zero, act_min, act_max), where
 * A = rescale((a - a_zero) << 20, a_multiplier, a_shift), B likewise: both operands in units of
 * 2 * max(scale of a, scale of b) / 2^20, so that their sum fits. */
typedef struct nook_sub_s8 {
  int32_t run;            /* elements of y computed in a row */
  int32_t a_step, b_step; /* how far each operand advances along a run: 1, or 0 where it repeats */
  int32_t rank;           /* y is dim[0] * ... * dim[rank - 1] runs */
  const int32_t* dim;     /* [rank] */
  const int32_t* a_jump;  /* [rank] from the start of a run to that of the next when dimension d advances */
  const int32_t* b_jump;  /* [rank] */
  int32_t a_zero, b_zero, y_zero; /* real = scale * (q - zero) */
  int32_t a_multiplier, a_shift;  /* see nook/core/fixed_point.h; no shift is above 0 */
  int32_t b_multiplier, b_shift;
  int32_t y_multiplier, y_shift;
  int32_t act_min, act_max; /* fused activation in the output's quantized units */
} nook_sub_s8;

/* y = clamp(a - b, act_min, act_max) */
typedef struct nook_sub_f32 {
  int32_t run;
  int32_t a_step, b_step;
  int32_t rank;
  const int32_t* dim;
  const int32_t* a_jump;
  const int32_t* b_jump;
  float act_min, act_max;
} nook_sub_f32;

/* y is dense. An operand that isn't repeated may have the memory of y, see the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_sub_s8* p, const int8_t* a, const int8_t* b, int8_t* y, void* scratch_memory);
#include "nook/ops/sub/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_sub_f32* p, const float* a, const float* b, float* y, void* scratch_memory);
#include "nook/ops/sub/f32.inc"
#undef NOOK_KERNEL

void nook_sub_s16_ref(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory);

/* int32 without a scale; wraps around. */
void nook_sub_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
