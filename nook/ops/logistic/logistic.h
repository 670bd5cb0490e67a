/* LOGISTIC: kernel contract, for C99 and C++. The operator is in logistic_op.h. */
#ifndef NOOK_OPS_LOGISTIC_LOGISTIC_H_
#define NOOK_OPS_LOGISTIC_LOGISTIC_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[i] = table[x[i] + 128] */
typedef struct nook_logistic_s8 {
  int32_t size;        /* elements */
  const int8_t* table; /* [256], the curve in the quantized units of x and y */
} nook_logistic_s8;

/* y = 1 / (1 + exp(-x)) */
typedef struct nook_logistic_f32 {
  int32_t size;
} nook_logistic_f32;

/* x and y dense; they may be the same memory, see the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_logistic_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
#include "nook/ops/logistic/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_logistic_f32* p, const float* x, float* y, void* scratch_memory);
#include "nook/ops/logistic/f32.inc"
#undef NOOK_KERNEL

#ifdef __cplusplus
}
#endif

#endif
