/* RELU6: kernel contract, for C99 and C++. The operator is in relu6_op.h. */
#ifndef NOOK_OPS_RELU6_RELU6_H_
#define NOOK_OPS_RELU6_RELU6_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = clamp(x, act_min, act_max) */
typedef struct nook_relu6_s8 {
  int32_t size;             /* elements */
  int32_t act_min, act_max; /* the reals 0 and 6, quantized as x and y are */
} nook_relu6_s8;

/* y = clamp(x, 0, 6); a NaN stays one. */
typedef struct nook_relu6_f32 {
  int32_t size;
} nook_relu6_f32;

/* x and y dense; they may be the same memory, see the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_relu6_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
#include "nook/ops/relu6/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_relu6_f32* p, const float* x, float* y, void* scratch_memory);
#include "nook/ops/relu6/f32.inc"
#undef NOOK_KERNEL

void nook_relu6_s16_ref(const nook_relu6_s8* p, const int16_t* x, int16_t* y, void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
