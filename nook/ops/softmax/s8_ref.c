#include "nook/ops/softmax/sum_s8.h"

void nook_softmax_s8_ref(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    const nook_softmax_sum row = nook_softmax_sum_s8(p, x);
    for (int32_t i = 0; i < p->depth; ++i)
      y[i] = (int8_t)nook_clamp(nook_softmax_part(p, &row, x[i], 8) - 128, -128, 127);
  }
}
