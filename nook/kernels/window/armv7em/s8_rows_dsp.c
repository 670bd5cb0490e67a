/* Convolutions whose weights stay in the model's layout: half a product an instruction, as in packed layers,
 * but one pixel and four outputs at a time. */
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/add_rows_dsp.h"
#include "nook/kernels/window/model_weights.h"

static int8_t finish(const nook_window_s8* p, int32_t sum, int32_t o) {
  const int32_t multiplier = p->multiplier[o], shift = p->shift[o];
  const int32_t q =
      shift < 0 ? nook_rescale_right(sum, multiplier, -shift) : nook_rescale(sum, multiplier, shift);
  return (int8_t)(nook_clamp(q, p->act_min - p->out_zero, p->act_max - p->out_zero) + p->out_zero);
}

void nook_conv2d_s8_dsp_rows_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  row_of_model_weights(p, x, oy, w, bias, y_row);
}
void nook_conv2d_s8_dsp_rows(const nook_window_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                             int8_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s8_dsp_rows_row);
}
