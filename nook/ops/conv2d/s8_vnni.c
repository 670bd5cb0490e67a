#define NOOK_DEPTH_UNIT 4
#include "nook/ops/conv2d/windows_avx2.h"
#include "nook/ops/shared/dot_eight_vnni.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_vnni(job); }

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_vnni_1x1)

NOOK_CONV2D_OF_WINDOWS(nook_conv2d_s8_vnni)

void nook_conv2d_s8_vnni_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_with_stack(p, x, oy, w, y_row);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_vnni_stack)
