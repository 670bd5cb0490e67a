#include "nook/ops/few_bits/sums.h"

void nook_few_bits_f32_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* scale_bias,
                           const int32_t* add, float* y, void* scratch_memory) {
  uint32_t* planes = (uint32_t*)scratch_memory;
  for (int32_t b = 0; b < p->batches; ++b, x += p->depth) {
    const int32_t codes = p->layout == NOOK_FEW_BITS_PLANES ? nook_few_bits_planes(p, x, planes) : 0;
    const int8_t* row = w;
    const float* of_channel = (const float*)scale_bias;
    for (int32_t c = 0; c < p->channels; ++c, row += p->row, of_channel += 2) {
      const int32_t sum = nook_few_bits_sum(p, x, planes, codes, row) + (add ? add[c] : 0);
      *y++ = of_channel[0] * (float)sum + of_channel[1];
    }
  }
}
