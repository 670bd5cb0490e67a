/* QUANTIZE: kernel contract, for C99 and C++. The operator is in quantize_op.h. */
#ifndef NOOK_OPS_QUANTIZE_QUANTIZE_H_
#define NOOK_OPS_QUANTIZE_QUANTIZE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y = clamp(round(x / scale) + zero, -128, 127), ties away from 0, a NaN as the lowest number. */
typedef struct nook_quantize_f32 {
  int32_t size; /* elements */
  int32_t zero; /* of y: real = scale * (q - zero) */
  float scale;
} nook_quantize_f32;

/* y = clamp(rescale(x - in_zero, multiplier, shift) + out_zero, -128, 127) */
typedef struct nook_quantize_s8 {
  int32_t size;
  int32_t in_zero, out_zero;
  int32_t multiplier, shift; /* scale of x / scale of y, see nook/core/fixed_point.h */
} nook_quantize_s8;

/* x and y dense; they may begin at the same place, see the rows. Named after the type of x; y is int8. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_quantize_f32* p, const float* x, int8_t* y, void* scratch_memory);
#include "nook/ops/quantize/f32.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_quantize_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
#include "nook/ops/quantize/s8.inc"
#undef NOOK_KERNEL

#ifdef __cplusplus
}
#endif

#endif
