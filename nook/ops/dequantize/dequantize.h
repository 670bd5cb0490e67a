/* DEQUANTIZE: kernel contract, for C99 and C++. The operator is in dequantize_op.h. */
#ifndef NOOK_OPS_DEQUANTIZE_DEQUANTIZE_H_
#define NOOK_OPS_DEQUANTIZE_DEQUANTIZE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = scale * (x - zero) */
typedef struct nook_dequantize_s8 {
  int32_t size; /* elements */
  int32_t zero; /* of x */
  float scale;
} nook_dequantize_s8;

/* x and y dense. y of int8 may end where x ends, so that x is its last quarter; see the rows. */
void nook_dequantize_s8_ref(const nook_dequantize_s8* p, const int8_t* x, float* y, void* scratch_memory);

/* The same for other types: x may be at the end of y. */
void nook_dequantize_u8_ref(const nook_dequantize_s8* p, const uint8_t* x, float* y, void* scratch_memory);
void nook_dequantize_s16_ref(const nook_dequantize_s8* p, const int16_t* x, float* y, void* scratch_memory);

/* y = x, 16-bit numbers (IEEE 754 binary16). */
typedef struct nook_dequantize_f16 {
  int32_t size; /* elements */
} nook_dequantize_f16;
void nook_dequantize_f16_ref(const nook_dequantize_f16* p, const uint16_t* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
