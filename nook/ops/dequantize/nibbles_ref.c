#include "nook/core/nibbles.h"
#include "nook/ops/dequantize/dequantize.h"

void nook_dequantize_nibbles_ref(const nook_dequantize_channels_s8* p, const int8_t* x, float* y,
                                 void* scratch_memory) {
  (void)scratch_memory;
  int32_t at = 0;
  for (int32_t o = 0; o < p->outer; ++o)
    for (int32_t c = 0; c < p->channels; ++c)
      for (int32_t i = 0; i < p->inner; ++i, ++at)
        y[at] = p->scale[c] * (float)(nook_nibble(x, at) - p->zero);
}
