/* Elementwise operators y = f(x): kernel contract, for C99 and C++. The forms are in unary_op.h.
 *
 * int8: f is a table of its 256 values, which prepare() computes exactly like TensorFlow Lite; one kernel for
 * all. int16: functions of two slopes, lines between points, gates, each with one kernel for all; curves.
 * float32: a kernel for each function, in the operator's own folder. */
#ifndef NOOK_OPS_FAMILIES_UNARY_H_
#define NOOK_OPS_FAMILIES_UNARY_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

#define NOOK_LOOKUP_SIZE 256
#define NOOK_POINTS_SIZE 513

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

/* y = f(x) by straight lines between points, one for every 128 steps of x from -32768 on; bit-exact with
 * TensorFlow Lite's tables for int16. All zero points are 0. */
typedef struct nook_points_s16 {
  int32_t size;           /* elements */
  float x_scale, y_scale; /* the points follow from them */
  const int16_t* points;  /* [NOOK_POINTS_SIZE], in the quantized units of y */
} nook_points_s16;

/* y = x * gate(x), clamped to int16, for a gate that rises from 0 to 1 with gate(-x) = 1 - gate(x). The gate
 * of |x| is 1/2 + (points, with straight lines between them) * 2^-16, and 1 after the last point. All zero
 * points are 0. */
typedef struct nook_gated_s16 {
  int32_t size; /* elements */
  int32_t at_multiplier,
      at_shift;           /* |x| to its place: 2^bits is the distance of two points; at_shift at least -31 */
  int32_t bits, last;     /* bits at most 16; the last point's index */
  const uint16_t* points; /* [last + 1], rising from 0, at most 2^15 */
  int32_t multiplier, shift; /* x * gate in 2^-16 to y; shift at most 0 */
  int32_t kind;              /* which of the operator's gates */
} nook_gated_s16;

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
void nook_points_s16_ref(const nook_points_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);
void nook_gated_s16_ref(const nook_gated_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);

/* A kernel of one operator. */
typedef void nook_unary_f32_kernel(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory);
typedef void nook_curve_s16_kernel(const nook_curve_s16* p, const int16_t* x, int16_t* y,
                                   void* scratch_memory);

NOOK_END_C

#endif
