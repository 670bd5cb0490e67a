/* Elementwise operators y = f(a, b) with broadcasting: kernel contract, for C99 and C++. The forms are in
 * binary_op.h; each operator's kernels are in its own folder. */
#ifndef NOOK_OPS_FAMILIES_BINARY_H_
#define NOOK_OPS_FAMILIES_BINARY_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

typedef struct nook_binary_walk {
  int32_t run;            /* contiguous elements of y */
  int32_t a_step, b_step; /* step of each operand within a segment: 1, or 0 if it is broadcast */
  int32_t rank;           /* y consists of dim[0] * ... * dim[rank - 1] segments */
  const int32_t* dim;     /* [rank] */
  const int32_t* a_jump;  /* [rank] distance between the starts of segments when dimension d advances */
  const int32_t* b_jump;  /* [rank] */
} nook_binary_walk;

/* Elements of the scratch for copies of an operand that repeats: whole runs, or a part of one. */
enum { NOOK_MOST_REPEATED = 128 };
static inline int32_t nook_binary_repeated(const nook_binary_walk* w) {
  const int32_t most = NOOK_MOST_REPEATED;
  return w->run < most ? most / w->run * w->run : most;
}

/* y = f(a, b) */
typedef struct nook_binary {
  nook_binary_walk walk;
} nook_binary;

/* y = clamp(f(a, b), act_min, act_max) */
typedef struct nook_binary_f32 {
  nook_binary_walk walk;
  float act_min, act_max;
} nook_binary_f32;

/* Integers without a scale: y = clamp(f(a, b), act_min, act_max) */
typedef struct nook_binary_s32 {
  nook_binary_walk walk;
  int32_t act_min, act_max;
} nook_binary_s32;

/* Converts operands to a common scale: rescale((a - a_zero) << left_shift, a_multiplier, a_shift), see
 * nook/core/fixed_point.h; b likewise. Right shifts only. */
typedef struct nook_binary_scales {
  int32_t left_shift;
  int32_t a_zero, a_multiplier, a_shift;
  int32_t b_zero, b_multiplier, b_shift;
} nook_binary_scales;

/* ADD and SUB of int8: y = clamp(rescale(A + B or A - B, y_multiplier, y_shift) + y_zero, act_min, act_max),
 * where A = rescale((a - a_zero) << 20, a_multiplier, a_shift), B likewise. Both operands are in units of 2 *
 * max(scale of a, scale of b) / 2^20, so that their sum does not overflow. */
typedef struct nook_binary_sum_s8 {
  nook_binary_walk walk;
  int32_t a_zero, b_zero, y_zero; /* real = scale * (q - zero) */
  int32_t a_multiplier, a_shift;  /* see nook/core/fixed_point.h; no shift is above 0 */
  int32_t b_multiplier, b_shift;
  int32_t y_multiplier, y_shift;
  int32_t act_min, act_max; /* fused activation in the output's quantized units */
} nook_binary_sum_s8;

/* ADD and SUB of int16: y = clamp(rescale(A + B or A - B, multiplier, shift) + y_zero, act_min, act_max) with
 * rescaled operands. */
typedef struct nook_binary_sum {
  nook_binary_walk walk;
  nook_binary_scales scales;
  int32_t y_zero, multiplier, shift; /* shift is not above 0 */
  int32_t act_min, act_max;          /* fused activation in the output's quantized units */
} nook_binary_sum;

NOOK_BEGIN_C

/* A kernel of one operator. */
typedef void nook_binary_plain_f32_kernel(const nook_binary* p, const float* a, const float* b, float* y,
                                          void* scratch_memory);
typedef void nook_binary_plain_s32_kernel(const nook_binary* p, const int32_t* a, const int32_t* b,
                                          int32_t* y, void* scratch_memory);
typedef void nook_binary_f32_kernel(const nook_binary_f32* p, const float* a, const float* b, float* y,
                                    void* scratch_memory);
typedef void nook_binary_s32_kernel(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                                    void* scratch_memory);
typedef void nook_binary_sum_kernel(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                                    void* scratch_memory);

NOOK_END_C

#endif
