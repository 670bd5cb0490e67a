#include "nook/ops/few_bits/inputs.h"

void nook_few_bits_f32_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* scale_bias,
                           const int32_t* add, float* y, void* scratch_memory) {
  nook_few_bits_walk at = {p, x, 0, 0, 0, 0};
  const int32_t channels = nook_few_bits_channels(p);
  do {
    const nook_few_bits_inputs in = nook_few_bits_read(&at, scratch_memory);
    const int32_t first = at.group * channels;
    for (int32_t c = first; c < first + channels; ++c) {
      const float* const of_channel = (const float*)scale_bias + 2 * c;
      const int32_t sum = nook_few_bits_sum(p, &in, w + c * p->row) + (add ? add[c] : 0);
      *y++ = of_channel[0] * (float)sum + of_channel[1];
    }
  } while (nook_few_bits_next(&at));
}
