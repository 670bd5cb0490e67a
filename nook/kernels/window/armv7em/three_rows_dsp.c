#include "nook/kernels/window/armv7em/three_rows_dsp.h"

#include "nook/kernels/dot/copy_few.h"

void nook_copy_three_rows(const nook_window_s8* p, const nook_three_rows* from, int32_t x0, int8_t* to,
                          int32_t bytes) {
  const uint32_t zeros = (uint8_t)p->in_zero * 0x01010101u;
  const int32_t columns = 3 + p->stride_w, size = p->in_c;
  const int32_t begin = x0 < 0 ? -x0 : 0, end = p->in_w - x0 < columns ? p->in_w - x0 : columns;
  for (int32_t i = 0; i < 3; ++i, to += bytes) {
    for (int32_t j = 0; j < bytes; j += 4) memcpy(to + j, &zeros, 4);
    if (from->row[i]) copy_few(to + begin * size, from->row[i] + (x0 + begin) * size, (end - begin) * size);
  }
}
