#include "nook/ops/l2_normalization/inverse_root.h"
#include "nook/ops/l2_normalization/l2_normalization.h"

void nook_l2_normalization_u8_ref(const nook_l2_normalization_u8* p, const uint8_t* x, uint8_t* y,
                                  void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    int32_t squares = 0, shift = 0;
    for (int32_t i = 0; i < p->depth; ++i) squares += (x[i] - p->in_zero) * (x[i] - p->in_zero);
    const int32_t multiplier = nook_inverse_root(squares, &shift);
    for (int32_t i = 0; i < p->depth; ++i) {
      const int32_t q = nook_rescale(128 * (x[i] - p->in_zero), multiplier, shift);
      y[i] = (uint8_t)(nook_clamp(q, -128, 127) + 128);
    }
  }
}
