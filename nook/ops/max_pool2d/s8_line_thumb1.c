#include "nook/ops/max_pool2d/line.h"

static void larger_pixel(int8_t* y, const int8_t* a, const int8_t* b, int32_t channels) {
  for (int32_t c = 0; c < channels; ++c) {
    const int32_t first = a[c], second = b[c];
    y[c] = (int8_t)(first > second ? first : second);
  }
}

void nook_max_pool2d_s8_thumb1_line_row(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                                        void* scratch_memory) {
  (void)scratch_memory;
  row_of_lines(p, x, oy, y_row);
}
void nook_max_pool2d_s8_thumb1_line(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  images_of_lines(p, x, y);
}
