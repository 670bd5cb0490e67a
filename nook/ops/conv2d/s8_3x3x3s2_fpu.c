/* Like s8_3x3x3_fpu.c, but with a stride of 2. */
#include "nook/kernels/dot/armv7em_fpu/dot_3x3x3_fpu.h"

#define NOOK_STRIDE      2
#define NOOK_OF_CHANNELS 3
#include "nook/ops/conv2d/make_row_parts.h"

static inline void make_parts(const nook_row_parts* job) { nook_dot_3x3x3s2_fpu(job); }

void nook_conv2d_s8_fpu_3x3s2_k27_2x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias;
  make_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_fpu_3x3s2_k27_2x4(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_fpu_3x3s2_k27_2x4_row);
}
