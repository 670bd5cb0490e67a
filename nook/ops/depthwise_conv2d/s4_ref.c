#include "nook/core/nibbles.h"
#include "nook/ops/depthwise_conv2d/reference.h"

static inline int32_t weight_at(const int8_t* w, int32_t i) { return nook_nibble(w, i); }

void nook_depthwise_conv2d_s4_ref_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  reference_row(p, x, oy, w, bias, y_row);
}
void nook_depthwise_conv2d_s4_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s4_ref_row);
}
