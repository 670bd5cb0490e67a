/* RELU: kernel contract, for C99 and C++. The operator is in relu_op.h. */
#ifndef NOOK_OPS_RELU_RELU_H_
#define NOOK_OPS_RELU_RELU_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = clamp(rescale(x - in_zero, multiplier, shift) + out_zero, act_min, act_max) */
typedef struct nook_relu_s8 {
  int32_t size;              /* elements */
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / scale of y, see nook/core/fixed_point.h */
  int32_t act_min, act_max;  /* act_min stands for the real 0 */
} nook_relu_s8;

/* y = max(x, 0); a NaN stays one. */
typedef struct nook_relu_f32 {
  int32_t size;
} nook_relu_f32;

/* x and y dense; they may be the same memory, see the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_relu_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
#include "nook/ops/relu/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_relu_f32* p, const float* x, float* y, void* scratch_memory);
#include "nook/ops/relu/f32.inc"
#undef NOOK_KERNEL

#ifdef __cplusplus
}
#endif

#endif
