#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/reference/shifted.h"

void nook_fully_connected_shifted_ref(const nook_fully_connected_shifted* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      const uint32_t sum =
          nook_dot_shifted(x, row, p->in, p->in_zero, p->w_zero) + (bias ? (uint32_t)bias[o] : 0);
      *y++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[0], p->shift[0], p->out_zero, p->act_min,
                                     p->act_max);
    }
  }
}
