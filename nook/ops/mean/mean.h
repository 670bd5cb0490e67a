/* MEAN: kernel contract, for C99 and C++. The operator is in mean_op.h. */
#ifndef NOOK_OPS_MEAN_MEAN_H_
#define NOOK_OPS_MEAN_MEAN_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/reduction.h"

NOOK_BEGIN_C

/* y = clamp(rescale(sum of (x - in_zero), multiplier, shift) + out_zero, -128, 127); the multiplier includes
 * the division by the count. */
typedef struct nook_mean_s8 {
  nook_reduction_walk walk;
  int32_t width; /* width of an image, if each mean is the mean of one of its `step` channels; else 0 */
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / (scale of y * count), see nook/core/fixed_point.h */
} nook_mean_s8;

/* uint8: y = clamp(rescale(sum of x, multiplier, shift) + offset, 0, 255), or, if the multiplier is 0, sum of
 * x / count, rounded down. */
typedef struct nook_mean_u8 {
  nook_reduction_walk walk;
  int32_t multiplier, shift; /* scale of x / (scale of y * count) */
  int32_t offset;            /* zero point of y - rescaled zero point of x */
} nook_mean_u8;

/* uint8: y = clamp(round(sum of x / count * scale + bias) + out_zero, 0, 255) in floating point, ties away
 * from zero. */
typedef struct nook_mean_rescaled_u8 {
  nook_reduction_walk walk;
  float scale, bias; /* scale of x / scale of y, - zero point of x * scale */
  int32_t out_zero;
} nook_mean_rescaled_u8;

/* y = sum of x / count */
typedef struct nook_mean_f32 {
  nook_reduction_walk walk;
  int32_t width;
} nook_mean_f32;

/* x and y are dense; they may be the same memory; see the table's rows. If `width` is not 0, the image's rows
 * can arrive one at a time: `..._accumulate` adds row `iy`, from 0, to the sums, 4 bytes [step] in the
 * kernel's own format; `..._finish` computes y from them. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing)                                   \
  void symbol(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);                \
  void symbol##_accumulate(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory); \
  void symbol##_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y);
#include "nook/core/c_linkage.h"
#include "nook/ops/mean/s8.inc"
#undef NOOK_KERNEL

void nook_mean_f32_ref(const nook_mean_f32* p, const float* x, float* y, void* scratch_memory);
void nook_mean_f32_ref_accumulate(const nook_mean_f32* p, const float* x_row, int32_t iy, void* sums_memory);
void nook_mean_f32_ref_finish(const nook_mean_f32* p, const void* sums_memory, float* y);

/* int16 likewise, clamped to int16. */
void nook_mean_s16_ref(const nook_mean_s8* p, const int16_t* x, int16_t* y, void* scratch_memory);

void nook_mean_u8_ref(const nook_mean_u8* p, const uint8_t* x, uint8_t* y, void* scratch_memory);
void nook_mean_rescaled_u8_ref(const nook_mean_rescaled_u8* p, const uint8_t* x, uint8_t* y,
                               void* scratch_memory);

NOOK_END_C

#endif
