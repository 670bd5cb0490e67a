#include "nook/core/nibbles.h"
#include "nook/ops/conv2d/reference.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  return nook_dot_nibbles(x, w, at, size, in_zero);
}

void nook_conv2d_s4_ref_row(NOOK_ROW_ARGUMENTS(nook_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  reference_row(p, x, oy, w, bias, y_row);
}
void nook_conv2d_s4_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_s8, int8_t, int8_t, int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s4_ref_row);
}
