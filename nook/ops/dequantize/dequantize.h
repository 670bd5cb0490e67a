/* DEQUANTIZE: kernel contract, for C99 and C++. The operator is in dequantize_op.h. */
#ifndef NOOK_OPS_DEQUANTIZE_DEQUANTIZE_H_
#define NOOK_OPS_DEQUANTIZE_DEQUANTIZE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = scale * (x - zero) */
typedef struct nook_dequantize_s8 {
  int32_t size; /* elements */
  int32_t zero; /* zero point of x */
  float scale;
} nook_dequantize_s8;

/* x and y are dense. For int8, y may end where x ends, so that x is the last quarter of y; see the table's
 * rows. */
void nook_dequantize_s8_ref(const nook_dequantize_s8* p, const int8_t* x, float* y, void* scratch_memory);

/* Other types: x may be at the end of y. */
void nook_dequantize_u8_ref(const nook_dequantize_s8* p, const uint8_t* x, float* y, void* scratch_memory);
void nook_dequantize_s16_ref(const nook_dequantize_s8* p, const int16_t* x, float* y, void* scratch_memory);

/* y = x, from 16-bit floats (IEEE 754 binary16). */
typedef struct nook_dequantize_f16 {
  int32_t size; /* elements */
} nook_dequantize_f16;
void nook_dequantize_f16_ref(const nook_dequantize_f16* p, const uint16_t* x, float* y, void* scratch_memory);

/* y[o][c][i] = scale[c] * (x[o][c][i] - zero): a scale for each channel, as weights have. */
typedef struct nook_dequantize_channels_s8 {
  int32_t outer, channels, inner; /* x is [outer][channels][inner] */
  int32_t zero;
  const float* scale; /* [channels] */
} nook_dequantize_channels_s8;
void nook_dequantize_channels_s8_ref(const nook_dequantize_channels_s8* p, const int8_t* x, float* y,
                                     void* scratch_memory);

/* Likewise from constants of int4, two per byte (nook/core/nibbles.h). */
void nook_dequantize_nibbles_ref(const nook_dequantize_channels_s8* p, const int8_t* x, float* y,
                                 void* scratch_memory);

NOOK_END_C

#endif
