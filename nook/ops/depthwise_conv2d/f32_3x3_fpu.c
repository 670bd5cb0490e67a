/* float32 depthwise convolutions with 3x3 taps and a stride of 1 or 2 along a row, on cores with an FPU, with
 * packed weights: tiles of four pixels and two channels (dw_3x3_f32_fpu.h). */
#include "nook/core/row_after_row.h"
#include "nook/kernels/depthwise/armv7em_fpu/dw_3x3_f32_fpu.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { TILE = 4, FILTER = 3, FLOAT = (int)sizeof(float) };

/* `stride` is the layer's, a constant of each kernel. */
static inline void compute_row(const nook_depthwise_conv2d_f32* p, const nook_rows* x, int32_t oy,
                               const float* w, float* y_row, int32_t stride,
                               void (*tiles)(const nook_dw_3x3_f32* job)) {
  const int32_t pixel_bytes = p->out_c * FLOAT, columns = (TILE - 1) * stride + FILTER;
  nook_dw_3x3_f32 job;
  job.flags = p->pad_left ? NOOK_DW_3X3_F32_LEFT : 0;
  for (int32_t i = 0, row = oy * p->stride_h - p->pad_top; i < FILTER; ++i, row += p->dilation_h) {
    const int32_t inside = row >= 0 && row < p->in_h;
    job.rows[i] = (const float*)nook_row(x, inside ? row : 0) - p->pad_left * p->in_c;
    if (!inside) job.flags |= NOOK_DW_3X3_F32_ABSENT << i;
  }
  job.right = (p->out_w - 1) * stride + FILTER - p->pad_left > p->in_w ? NOOK_DW_3X3_F32_RIGHT : 0;
  job.y = y_row, job.tiles = (p->out_w + TILE - 1) / TILE;
  job.back = (TILE * stride - columns) * pixel_bytes;
  job.last_back = (job.tiles * TILE - p->out_w) * pixel_bytes;
  job.weights = w, job.channel_bytes = pixel_bytes;
  job.range = nook_float_range_of(p->act_min, p->act_max);
  tiles(&job);
}

__attribute__((noinline)) void nook_depthwise_conv2d_f32_fpu_3x3_4x2_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_row(p, x, oy, w, y_row, 1, nook_dw_3x3_f32_fpu);
}
__attribute__((noinline)) void nook_depthwise_conv2d_f32_fpu_3x3s2_4x2_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_row(p, x, oy, w, y_row, 2, nook_dw_3x3s2_f32_fpu);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

void nook_depthwise_conv2d_f32_fpu_3x3_4x2(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_fpu_3x3_4x2_row);
}
void nook_depthwise_conv2d_f32_fpu_3x3s2_4x2(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                  float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_fpu_3x3s2_4x2_row);
}
