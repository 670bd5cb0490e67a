/* L2_NORMALIZATION: y = x / its Euclidean norm along the last dimension. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_L2_NORMALIZATION_L2_NORMALIZATION_H_
#define NOOK_OPS_L2_NORMALIZATION_L2_NORMALIZATION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = clamp((x - in_zero) / sqrt(sum of (x - in_zero)^2) * 2^7, -128, 127), y has the scale 1/128 */
typedef struct nook_l2_normalization_s8 {
  int32_t rows, depth; /* depth is at most 33025: a sum of squares fits an int32 */
  int32_t in_zero;     /* real = scale * (q - zero) */
} nook_l2_normalization_s8;

/* Likewise of uint8, y has the zero point 128. TensorFlow Lite multiplies by 2^7 before it rounds here, and
 * after that for int8. */
typedef nook_l2_normalization_s8 nook_l2_normalization_u8;

/* y = x / max(sqrt(sum of x^2), 1e-6) */
typedef struct nook_l2_normalization_f32 {
  int32_t rows, depth;
} nook_l2_normalization_f32;

/* x and y are dense; they may be the same memory. */
void nook_l2_normalization_s8_ref(const nook_l2_normalization_s8* p, const int8_t* x, int8_t* y,
                                  void* scratch_memory);
void nook_l2_normalization_u8_ref(const nook_l2_normalization_u8* p, const uint8_t* x, uint8_t* y,
                                  void* scratch_memory);
void nook_l2_normalization_f32_ref(const nook_l2_normalization_f32* p, const float* x, float* y,
                                   void* scratch_memory);

NOOK_END_C

#endif
