/* BATCH_MATMUL: kernel contract, for C99 and C++. The operator is in batch_matmul_op.h. */
#ifndef NOOK_OPS_BATCH_MATMUL_BATCH_MATMUL_H_
#define NOOK_OPS_BATCH_MATMUL_BATCH_MATMUL_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Matrices a [rows][depth] and b [depth][columns], each possibly transposed in memory, and y [rows][columns]
 * = a * b. There are dim[0] * ... * dim[rank - 1] of them, in memory order of y. All distances are in
 * elements. */
typedef struct nook_batch_matmul_walk {
  int32_t rows, depth, columns;
  int32_t a_row, a_step;    /* distance between the rows of a, and between elements of a row */
  int32_t b_column, b_step; /* distance between the columns of b, and between elements of a column */
  int32_t rank;
  const int32_t* dim;             /* [rank] */
  const int32_t *a_jump, *b_jump; /* [rank] distance to the next matrix, see nook/ops/reference/odometer.h */
} nook_batch_matmul_walk;

/* y = clamp(rescale(sum of (a - a_zero) * (b - b_zero), multiplier, shift) + out_zero, -128, 127) */
typedef struct nook_batch_matmul_s8 {
  nook_batch_matmul_walk walk;
  int32_t a_zero, b_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift;        /* see nook/core/fixed_point.h */
} nook_batch_matmul_s8;

/* y = clamp(rescale(sum of a * b, multiplier, shift), -32768, 32767) with a sum of 64 bits, see
 * nook_rescale_s64() */
typedef struct nook_batch_matmul_s16 {
  nook_batch_matmul_walk walk;
  int32_t multiplier, shift;
} nook_batch_matmul_s16;

typedef struct nook_batch_matmul_f32 {
  nook_batch_matmul_walk walk;
} nook_batch_matmul_f32;

/* y shares no byte with a or b. */
#define NOOK_KERNEL(symbol, ...)                                                          \
  void symbol(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y, \
              void* scratch_memory);
#include "nook/ops/batch_matmul/s8.inc"
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, ...)                                                              \
  void symbol(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y, \
              void* scratch_memory);
#include "nook/ops/batch_matmul/s16.inc"
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, ...) \
  void symbol(const nook_batch_matmul_f32* p, const float* a, const float* b, float* y, void* scratch_memory);
#include "nook/ops/batch_matmul/f32.inc"
#undef NOOK_KERNEL

/* Kernels of packed.h pack columns of b, after copies of this many rows of a if it is transposed: all of them
 * into scratch, or as many at a time as fit into this many bytes of the stack. */
#define NOOK_BATCH_MATMUL_COPIES 2
#define NOOK_BATCH_MATMUL_STACK  768
static inline int32_t nook_batch_matmul_copies(const nook_batch_matmul_walk* w) {
  return w->a_step == 1 ? 0 : (NOOK_BATCH_MATMUL_COPIES * w->depth + 15) & ~(int32_t)15;
}
/* Kernels of tiles unpack operands to 6 bytes per element of the depth (rounded up to a multiple of four; for
 * int16, of two): in scratch, or on the stack for depths up to NOOK_BATCH_MATMUL_SMALL. */
#define NOOK_BATCH_MATMUL_SMALL 128
/* Likewise 10 bytes for kernels of four columns of int16, for a depth rounded up to a multiple of two. */
#define NOOK_BATCH_MATMUL_SMALL_1X4 76
/* Likewise 10 bytes on Helium, for int16 and a depth rounded up to a multiple of eight. */
#define NOOK_BATCH_MATMUL_SMALL_MVE 64

/* Kernels of tiles_f32.h pack columns of b, four at a time with a zero each, after copies of four rows of a
 * if it is transposed: all of them into scratch, or as many fours as fit into NOOK_BATCH_MATMUL_STACK. */
static inline int32_t nook_panel_f32(const nook_batch_matmul_walk* w) {
  const int32_t floats = NOOK_BATCH_MATMUL_STACK / (int32_t)sizeof(float);
  const int32_t copies = w->a_step == 1 ? 0 : 4 * w->depth,
                fit = (floats - copies) / (4 * (w->depth + 1)) * 4;
  return fit < w->columns ? fit : w->columns;
}

NOOK_END_C

#endif
