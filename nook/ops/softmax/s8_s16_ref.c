#include "nook/ops/softmax/sum_s8.h"

void nook_softmax_s8_s16_ref(const nook_softmax_s8* p, const int8_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    const nook_softmax_sum row = nook_softmax_sum_s8(p, x);
    for (int32_t i = 0; i < p->depth; ++i)
      y[i] = (int16_t)nook_clamp(nook_softmax_part(p, &row, x[i], 16) + INT16_MIN, INT16_MIN, INT16_MAX);
  }
}
