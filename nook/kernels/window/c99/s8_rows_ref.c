/* Portable convolutions whose weights stay in the model's layout. */
#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/c99/add_rows_ref.h"
#include "nook/kernels/window/model_weights.h"

static int8_t finish(const nook_window_s8* p, int32_t sum, int32_t o) {
  return (int8_t)nook_requantize(sum, p->multiplier[o], p->shift[o], p->out_zero, p->act_min, p->act_max);
}

void nook_conv2d_s8_c_rows_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                               const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  row_of_model_weights(p, x, oy, w, bias, y_row);
}
void nook_conv2d_s8_c_rows(const nook_window_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                           int8_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s8_c_rows_row);
}
