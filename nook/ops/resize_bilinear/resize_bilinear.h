/* RESIZE_BILINEAR: kernel contract, for C99 and C++. The operator is in resize_bilinear_op.h. */
#ifndef NOOK_OPS_RESIZE_BILINEAR_RESIZE_BILINEAR_H_
#define NOOK_OPS_RESIZE_BILINEAR_RESIZE_BILINEAR_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"

NOOK_BEGIN_C

/* Position i of y is at i * scale + offset in x, clamped to [0, size - 1]: y is the mean of the four pixels
 * around that position, weighted by distance. Positions are in 1/1024 of a pixel; the sum, in 1/2^20, is
 * rounded to nearest, ties away from zero. x and y, int8 or int16, have the same scale and zero point. */
typedef struct nook_resize_bilinear_s8 {
  int32_t batch, in_h, in_w, channels; /* x */
  int32_t out_h, out_w;                /* y, with the same channels */
  int32_t scale_h, scale_w, offset_h, offset_w;
} nook_resize_bilinear_s8;

/* Likewise in float; position i is at (i + centre) * scale - centre. uint8 is computed in float and rounded
 * to nearest, halves up, as in TensorFlow Lite. */
typedef struct nook_resize_bilinear_f32 {
  int32_t batch, in_h, in_w, channels;
  int32_t out_h, out_w;
  float scale_h, scale_w, centre;
} nook_resize_bilinear_f32;

/* x [batch][in_h][in_w][channels], y [batch][out_h][out_w][channels]; they share no byte. `..._row` writes
 * row `oy` of y from the rows of one image. */
void nook_resize_bilinear_s8_ref(const nook_resize_bilinear_s8* p, const int8_t* x, int8_t* y,
                                 void* scratch_memory);
void nook_resize_bilinear_s8_ref_row(const nook_resize_bilinear_s8* p, const nook_rows* x, int32_t oy,
                                     int8_t* y_row, void* scratch_memory);
void nook_resize_bilinear_s16_ref(const nook_resize_bilinear_s8* p, const int16_t* x, int16_t* y,
                                  void* scratch_memory);
void nook_resize_bilinear_s16_ref_row(const nook_resize_bilinear_s8* p, const nook_rows* x, int32_t oy,
                                      int16_t* y_row, void* scratch_memory);
void nook_resize_bilinear_f32_ref(const nook_resize_bilinear_f32* p, const float* x, float* y,
                                  void* scratch_memory);
void nook_resize_bilinear_f32_ref_row(const nook_resize_bilinear_f32* p, const nook_rows* x, int32_t oy,
                                      float* y_row, void* scratch_memory);
void nook_resize_bilinear_u8_ref(const nook_resize_bilinear_f32* p, const uint8_t* x, uint8_t* y,
                                 void* scratch_memory);
void nook_resize_bilinear_u8_ref_row(const nook_resize_bilinear_f32* p, const nook_rows* x, int32_t oy,
                                     uint8_t* y_row, void* scratch_memory);

NOOK_END_C

#endif
