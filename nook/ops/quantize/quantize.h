/* QUANTIZE: kernel contract, for C99 and C++. The operator is in quantize_op.h. */
#ifndef NOOK_OPS_QUANTIZE_QUANTIZE_H_
#define NOOK_OPS_QUANTIZE_QUANTIZE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = clamp(round(x / scale) + zero) to the type of y, ties away from 0; NaN becomes the lowest number. */
typedef struct nook_quantize_f32 {
  int32_t size; /* elements */
  int32_t zero; /* zero point of y: real = scale * (q - zero) */
  float scale;
} nook_quantize_f32;

/* y = clamp(rescale(x - in_zero, multiplier, shift) + out_zero, -128, 127) */
typedef struct nook_quantize_s8 {
  int32_t size;
  int32_t in_zero, out_zero;
  int32_t multiplier, shift; /* scale of x / scale of y, see nook/core/fixed_point.h */
} nook_quantize_s8;

enum nook_quantize_type { NOOK_QUANTIZE_S8, NOOK_QUANTIZE_U8, NOOK_QUANTIZE_S16, NOOK_QUANTIZE_S32 };

/* y = clamp(rescale(x - in_zero, multiplier, shift), least, most) + out_zero; int32 differences and left
 * shifts wrap around. */
typedef struct nook_quantize_any {
  int32_t size;
  int32_t from, to; /* nook_quantize_type */
  int32_t in_zero, out_zero;
  int32_t multiplier, shift;
  int32_t least, most; /* range of the type of y, minus out_zero */
} nook_quantize_any;

/* x and y are dense; they may begin at the same address; see the table's rows. Functions are named after the
 * type of x; y is int8 unless the name says otherwise. */
void nook_quantize_f32_ref(const nook_quantize_f32* p, const float* x, int8_t* y, void* scratch_memory);
void nook_quantize_s8_ref(const nook_quantize_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_quantize_f32_s16_ref(const nook_quantize_f32* p, const float* x, int16_t* y, void* scratch_memory);
void nook_quantize_any_ref(const nook_quantize_any* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
