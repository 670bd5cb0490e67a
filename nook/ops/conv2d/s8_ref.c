#include "nook/ops/conv2d/reference.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  uint32_t sum = 0;
  w += at;
  for (int32_t i = 0; i < size; ++i) sum += (uint32_t)((x[i] - in_zero) * w[i]);
  return sum;
}

void nook_conv2d_s8_ref_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  reference_row(p, x, oy, w, bias, y_row);
}
void nook_conv2d_s8_ref(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s8_ref_row);
}
