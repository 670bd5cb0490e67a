#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/depthwise_conv2d/reference.h"

static inline int32_t weight_at(const int8_t* w, int32_t i) { return w[i]; }

void nook_depthwise_conv2d_s8_ref_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  reference_row(p, x, oy, w, bias, y_row);
}
void nook_depthwise_conv2d_s8_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s8_ref_row);
}

/* Two loads, a subtraction and a multiply-accumulate for each channel; the four channels share the overhead.
 * */
static inline nook_four_sums add_products(nook_four_sums sums, const int8_t* x, const int8_t* w,
                                          uint32_t zero) {
  const int32_t in_zero = (int32_t)zero;
  sums.a += (uint32_t)((x[0] - in_zero) * w[0]), sums.b += (uint32_t)((x[1] - in_zero) * w[1]);
  sums.c += (uint32_t)((x[2] - in_zero) * w[2]), sums.d += (uint32_t)((x[3] - in_zero) * w[3]);
  return sums;
}

void nook_depthwise_conv2d_s8_c_1x4_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)scratch_memory;
  nook_four_row(p, x, oy, w, bias, y_row, (uint32_t)p->in_zero);
}

void nook_depthwise_conv2d_s8_c_1x4(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  nook_four_images(p, x, w, bias, y, (uint32_t)p->in_zero);
}
