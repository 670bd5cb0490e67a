#include "nook/ops/dequantize/dequantize.h"

void nook_dequantize_channels_s8_ref(const nook_dequantize_channels_s8* p, const int8_t* x, float* y,
                                     void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t o = 0; o < p->outer; ++o)
    for (int32_t c = 0; c < p->channels; ++c, x += p->inner, y += p->inner)
      for (int32_t i = 0; i < p->inner; ++i) y[i] = p->scale[c] * (float)(x[i] - p->zero);
}
