#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   16
#include "nook/ops/conv2d/copy_by_rows.h"
#include "nook/ops/shared/dot_eight_avx2.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_avx2(job); }

/* Sixteen bytes at a time; the last of them may be written twice, since nothing beyond the end may be read.
 */
static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 16) {
    int32_t i = 0;
    for (; i + 16 <= size; i += 16) memcpy(to + i, from + i, 16);
    if (i < size) memcpy(to + size - 16, from + size - 16, 16);
  } else if (size >= 8) {
    memcpy(to, from, 8);
    memcpy(to + size - 8, from + size - 8, 8);
  } else {
    for (; size > 0; --size) *to++ = *from++;
  }
}

NOOK_CONV2D_OF_PIXELS(nook_conv2d_s8_avx2_1x1)

NOOK_CONV2D_BY_ROWS(nook_conv2d_s8_avx2, row_in_scratch)

/* All windows except the largest are on the stack, many at a time: this machine has room. */
void nook_conv2d_s8_avx2_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_WINDOW_AVX2];
  const int32_t size =
      (p->filter_h * p->filter_w * p->in_c + NOOK_DEPTH_UNIT - 1) / NOOK_DEPTH_UNIT * NOOK_DEPTH_UNIT;
  const int32_t fit = NOOK_CONV2D_WINDOW_AVX2 / size;
  row_with_windows(p, x, oy, w, y_row, windows, (fit < p->out_w ? fit : p->out_w) * size);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_avx2_stack)
