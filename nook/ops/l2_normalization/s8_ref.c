#include "nook/ops/l2_normalization/inverse_root.h"
#include "nook/ops/l2_normalization/l2_normalization.h"

void nook_l2_normalization_s8_ref(const nook_l2_normalization_s8* p, const int8_t* x, int8_t* y,
                                  void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    int32_t squares = 0, shift = 0;
    for (int32_t i = 0; i < p->depth; ++i) squares += (x[i] - p->in_zero) * (x[i] - p->in_zero);
    const int32_t multiplier = nook_inverse_root(squares, &shift);
    for (int32_t i = 0; i < p->depth; ++i)
      y[i] = (int8_t)nook_clamp(nook_rescale(x[i] - p->in_zero, multiplier, shift + 7), -128, 127);
  }
}
