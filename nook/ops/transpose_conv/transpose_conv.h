/* TRANSPOSE_CONV: kernel contract, for C99 and C++. The operator is in transpose_conv_op.h. */
#ifndef NOOK_OPS_TRANSPOSE_CONV_TRANSPOSE_CONV_H_
#define NOOK_OPS_TRANSPOSE_CONV_TRANSPOSE_CONV_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* y[n][oy][ox][o] is the sum over (iy, ix, i) of x[n][iy][ix][i] * w[o][ky][kx][i], where ky = oy + pad_top -
 * iy * stride_h and kx = ox + pad_left - ix * stride_w, as far as these are inside the filter. */
typedef struct nook_transpose_conv_shape {
  int32_t batch, in_h, in_w, in_c; /* x */
  int32_t out_h, out_w, out_c;     /* y */
  int32_t filter_h, filter_w;      /* w */
  int32_t stride_h, stride_w;
  int32_t pad_top, pad_left;
} nook_transpose_conv_shape;

/* y = clamp(rescale(bias[o] + sum of (x - in_zero) * w, multiplier[o], shift[o]) + out_zero, act_min,
 * act_max) */
typedef struct nook_transpose_conv_s8 {
  nook_transpose_conv_shape shape;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t act_min, act_max;  /* fused activation in the output's quantized units */
  const int32_t* multiplier; /* [out_c], see nook/core/fixed_point.h */
  const int8_t* shift;       /* [out_c] */
} nook_transpose_conv_s8;

/* Likewise for int16 with 64-bit sums, see nook_rescale_s64(); zero points are 0. */
typedef struct nook_transpose_conv_s16 {
  nook_transpose_conv_shape shape;
  int32_t bias_bytes; /* bytes of an element of the bias: 2, 4 or 8 */
  int32_t act_min, act_max;
  const int32_t* multiplier;
  const int8_t* shift;
} nook_transpose_conv_s16;

/* y = clamp(sum of x * w + bias[o], act_min, act_max), where the sum has the order (iy, ix, i) */
typedef struct nook_transpose_conv_f32 {
  nook_transpose_conv_shape shape;
  float act_min, act_max;
} nook_transpose_conv_f32;

/* w [out_c][filter_h][filter_w][in_c], x [batch][in_h][in_w][in_c], bias [out_c] or null, y
 * [batch][out_h][out_w][out_c]; y shares no byte with the others. A bias of 64 bits needs an alignment of
 * only 4 bytes. `..._rows` writes row `oy` of y, from the rows of one image. */
typedef void nook_transpose_conv_s8_kernel(const nook_transpose_conv_s8* p, const int8_t* w, const int8_t* x,
                                           const int32_t* bias, int8_t* y, void* scratch_memory);
typedef void nook_transpose_conv_s8_rows(const nook_transpose_conv_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory);
typedef void nook_transpose_conv_s16_kernel(const nook_transpose_conv_s16* p, const int8_t* w,
                                            const int16_t* x, const void* bias, int16_t* y,
                                            void* scratch_memory);
typedef void nook_transpose_conv_s16_rows(const nook_transpose_conv_s16* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const void* bias, int16_t* y_row,
                                          void* scratch_memory);
typedef void nook_transpose_conv_f32_kernel(const nook_transpose_conv_f32* p, const float* w, const float* x,
                                            const float* bias, float* y, void* scratch_memory);
typedef void nook_transpose_conv_f32_rows(const nook_transpose_conv_f32* p, const nook_rows* x, int32_t oy,
                                          const float* w, const float* bias, float* y_row,
                                          void* scratch_memory);
nook_transpose_conv_s8_kernel nook_transpose_conv_s8_ref;
nook_transpose_conv_s8_rows nook_transpose_conv_s8_ref_row;
nook_transpose_conv_s16_kernel nook_transpose_conv_s16_ref;
nook_transpose_conv_s16_rows nook_transpose_conv_s16_ref_row;
nook_transpose_conv_f32_kernel nook_transpose_conv_f32_ref;
nook_transpose_conv_f32_rows nook_transpose_conv_f32_ref_row;

/* Likewise with packed weights instead of w (transpose_conv_pack.h), and null for the bias. The unpacked
 * inputs of an output are in scratch, or up to NOOK_TRANSPOSE_CONV_SMALL words of them on the stack. */
#define NOOK_TRANSPOSE_CONV_SMALL 192
nook_transpose_conv_s8_kernel nook_transpose_conv_s8_dsp, nook_transpose_conv_s8_dsp_stack;
nook_transpose_conv_s8_rows nook_transpose_conv_s8_dsp_row, nook_transpose_conv_s8_dsp_stack_row;
nook_transpose_conv_s16_kernel nook_transpose_conv_s16_dsp, nook_transpose_conv_s16_dsp_stack;
nook_transpose_conv_s16_rows nook_transpose_conv_s16_dsp_row, nook_transpose_conv_s16_dsp_stack_row;
nook_transpose_conv_s16_kernel nook_transpose_conv_s16_mve, nook_transpose_conv_s16_mve_stack;
nook_transpose_conv_s16_rows nook_transpose_conv_s16_mve_row, nook_transpose_conv_s16_mve_stack_row;
/* Four output channels and more; no scratch. */
nook_transpose_conv_f32_kernel nook_transpose_conv_f32_fpu, nook_transpose_conv_f32_mve;
nook_transpose_conv_f32_rows nook_transpose_conv_f32_fpu_row, nook_transpose_conv_f32_mve_row;

/* Likewise with w and the bias as they are, at least four channels of y and, for int16, at most
 * NOOK_TRANSPOSE_CONV_MOST_OF_32_BITS of x. */
#define NOOK_TRANSPOSE_CONV_MOST_OF_32_BITS 511
nook_transpose_conv_s8_kernel nook_transpose_conv_s8_dsp_rows;
nook_transpose_conv_s8_rows nook_transpose_conv_s8_dsp_rows_row;
nook_transpose_conv_s16_kernel nook_transpose_conv_s16_dsp_rows;
nook_transpose_conv_s16_rows nook_transpose_conv_s16_dsp_rows_row;

NOOK_END_C

#endif
