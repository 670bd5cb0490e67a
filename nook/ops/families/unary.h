/* Elementwise operators y = f(x): kernel contract, for C99 and C++. The forms are in unary_op.h.
 *
 * int8: f is a table of its 256 values, which prepare() computes exactly like TensorFlow Lite; one kernel for
 * all. int16: functions of two slopes, one kernel for all; curves. float32: a kernel for each function, in
 * the operator's own folder. */
#ifndef NOOK_OPS_FAMILIES_UNARY_H_
#define NOOK_OPS_FAMILIES_UNARY_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

#define NOOK_LOOKUP_SIZE 256

NOOK_BEGIN_C

/* y[i] = table[x[i] + 128] */
typedef struct nook_lookup_s8 {
  int32_t size;        /* elements */
  const int8_t* table; /* [NOOK_LOOKUP_SIZE], in the quantized units of x and y */
} nook_lookup_s8;

/* y = rescale(x, multiplier, shift), clamped to int16, with a different slope below 0; see
 * nook/core/fixed_point.h. All zero points are 0. */
typedef struct nook_slopes_s16 {
  int32_t size;              /* elements */
  int32_t multiplier, shift; /* for x >= 0; shift at most 15 */
  int32_t below_multiplier;  /* for x < 0; may be negative */
  int32_t below_shift;       /* at most 15 */
} nook_slopes_s16;

/* y = f((x * multiplier + half) >> shift), ties rounded up: curves (LOGISTIC, TANH) in units of 1 / (3 *
 * 4096). All zero points are 0. */
typedef struct nook_curve_s16 {
  int32_t size;              /* elements */
  int32_t multiplier, shift; /* at most 65535, and below 2^15 if shift is not 0; 0 to 31 */
} nook_curve_s16;

/* y[i] = f(x[i]) */
typedef struct nook_unary_f32 {
  int32_t size; /* elements */
} nook_unary_f32;

/* x and y dense; they may be the same memory. */
void nook_lookup_s8_ref(const nook_lookup_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_slopes_s16_ref(const nook_slopes_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);

/* A kernel of one operator. */
typedef void nook_unary_f32_kernel(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory);
typedef void nook_curve_s16_kernel(const nook_curve_s16* p, const int16_t* x, int16_t* y,
                                   void* scratch_memory);

NOOK_END_C

#endif
