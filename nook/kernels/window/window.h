/* Layers whose outputs are sums of products over windows of images: the contract of their kernels, for C99
 * and C++. Convolutions are such layers. */
#ifndef NOOK_KERNELS_WINDOW_WINDOW_H_
#define NOOK_KERNELS_WINDOW_WINDOW_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/image_kernel.h"

NOOK_BEGIN_C

/* The sizes of x, y and w, and the geometry of windows: the first fields of all such layers. */
#define NOOK_WINDOW_GEOMETRY                                                    \
  int32_t batch, in_h, in_w, in_c;      /* x */                                 \
  int32_t out_h, out_w, out_c;          /* y */                                 \
  int32_t filter_h, filter_w, filter_c; /* w; in_c is a multiple of filter_c */ \
  int32_t stride_h, stride_w;                                                   \
  int32_t dilation_h, dilation_w;                                               \
  int32_t pad_top, pad_left

/* y[n][oy][ox][o] = clamp(rescale(bias[o] + sum over (ky, kx, i) of
 *     (x[n][oy*stride_h - pad_top + ky*dilation_h][ox*stride_w - pad_left + kx*dilation_w][g*filter_c + i]
 *      - in_zero) * w[o][ky][kx][i], multiplier[o], shift[o]) + out_zero, act_min, act_max)
 * where g = o / (out_c / groups), groups = in_c / filter_c; positions outside the image contribute nothing.
 */
typedef struct nook_window_s8 {
  NOOK_WINDOW_GEOMETRY;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t act_min, act_max;  /* fused activation in the output's quantized units */
  const int32_t* multiplier; /* [out_c], see nook/core/fixed_point.h */
  const int8_t* shift;       /* [out_c] */
} nook_window_s8;

/* Likewise in float: y = clamp(sum of x * w + bias[o], act_min, act_max), summed in the order (ky, kx, i). */
typedef struct nook_window_f32 {
  NOOK_WINDOW_GEOMETRY;
  float act_min, act_max;
} nook_window_f32;

/* Bytes of a window that a kernel keeps on its stack (dots.h, segments.h). */
#define NOOK_SMALL_WINDOW 192
/* Likewise for one window, where a plan has no room for it. */
#define NOOK_DEEP_WINDOW 1152
/* Outputs of two pixels whose sums wait on the stack (armv7em/s4_2x4_dsp.c). */
#define NOOK_WAITING_OUTPUTS_S4 128
/* Elements of two int16 windows on the stack (s16_dsp.c). */
#define NOOK_SMALL_WINDOW_S16 200
/* Bytes of all windows that s8_avx2.c and s8_vnni.c keep on the stack at once. */
#define NOOK_WINDOWS_AVX2 4096
/* Inputs of a window that are unpacked on the stack at once, for two pixels (s8_2x4_dsp.c). */
#define NOOK_WINDOW_INPUTS_2X4 192
/* Likewise for a convolution with one tap. */
#define NOOK_PIXEL_INPUTS_2X4 128
/* Limits of the kernel in s8_fpu.c that computes four pixels at once: channels of one tap, and pixels of an
 * image that it accepts although its rows are not a multiple of four. */
#define NOOK_PIXEL_INPUTS_4X2 128
#define NOOK_SMALL_IMAGE_4X2  64
/* Segments of a window, including those outside the image and the end (s16_dsp.c). */
#define NOOK_WINDOW_SEGMENTS_S16 20
/* Segments of a row of four float32 windows, and rows of a window (f32_segments_fpu.c). */
#define NOOK_WINDOW_SEGMENTS_F32 5
#define NOOK_WINDOW_ROWS_F32     10
/* Words of columns that a kernel keeps on its stack (s8_mve.c). */
#define NOOK_COLUMN_WORDS_MVE 128

/* Taps of a filter in `columns` whose inputs are unpacked at once: whole rows, if there is room. */
static inline int32_t nook_window_taps_2x4(int32_t columns, int32_t channels) {
  const int32_t taps = NOOK_WINDOW_INPUTS_2X4 / channels;
  return taps < columns ? taps : taps / columns * columns;
}

/* x [batch][in_h][in_w][in_c], w [out_c][filter_h][filter_w][filter_c], bias [out_c] or null, y
 * [batch][out_h][out_w][out_c]. Kernels whose row has a packing take packed weights instead of w, and null
 * for the bias. The table's row of a kernel says which overlap it permits; all buffers are borrowed for the
 * call. Cannot fail: prepare() checked everything. The last row of a table is the operator's reference. */
#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_window_s8, int8_t, int8_t, int32_t)
#include "nook/kernels/window/s4.inc"
#include "nook/kernels/window/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_window_f32, float, float, float)
#include "nook/kernels/window/f32.inc"
#undef NOOK_KERNEL

/* int16 x and y, with zero points of 0: in_zero and out_zero are not read. Sums have 64 bits and are rescaled
 * by nook_rescale_s64(), bias is int64_t[out_c] or null. `sum32`: sums have 32 bits, bias is int32_t[out_c]
 * or null. */
#define NOOK_KERNEL(symbol, ...) NOOK_IMAGE_KERNEL(symbol, nook_window_s8, int16_t, int8_t, void)
#include "nook/kernels/window/s16.inc"
#include "nook/kernels/window/s16_sum32.inc"
#undef NOOK_KERNEL

NOOK_END_C

#endif
