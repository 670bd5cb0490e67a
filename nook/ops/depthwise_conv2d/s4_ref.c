#include "nook/ops/depthwise_conv2d/reference.h"
#include "nook/ops/reference/nibbles.h"

static inline int32_t weight_at(const int8_t* w, int32_t i) { return nook_nibble(w, i); }

void nook_depthwise_conv2d_s4_ref_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                      const int8_t* w, const int32_t* bias, int8_t* y_row,
                                      void* scratch_memory) {
  (void)scratch_memory;
  reference_row(p, x, oy, w, bias, y_row);
}
void nook_depthwise_conv2d_s4_ref(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                  const int32_t* bias, int8_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s4_ref_row);
}
