#include "nook/ops/few_bits/inputs.h"
#include "nook/ops/few_bits/levels_of_sums.h"

void nook_few_bits_s8_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* invert, int8_t* y, void* scratch_memory) {
  nook_few_bits_walk at = {p, x, 0, 0, 0, 0};
  const int32_t channels = nook_few_bits_channels(p);
  do {
    const nook_few_bits_inputs in = nook_few_bits_read(&at, scratch_memory);
    const int32_t first = at.group * channels;
    for (int32_t c = first; c < first + channels; ++c)
      *y++ = nook_few_bits_level(p, marks, invert, c, nook_few_bits_sum(p, &in, w + c * p->row));
  } while (nook_few_bits_next(&at));
}
