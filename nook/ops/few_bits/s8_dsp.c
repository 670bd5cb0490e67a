#include "nook/ops/few_bits/levels_of_sums.h"
#include "nook/ops/few_bits/two_sums_dsp.h"

void nook_few_bits_s8_dsp(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                          const int32_t* invert, int8_t* y, void* scratch_memory) {
  nook_few_bits_walk at = {p, x, 0, 0, 0, 0};
  const int32_t channels = nook_few_bits_channels(p);
  do {
    int32_t outside;
    const int8_t* const in = nook_few_bits_window(&at, (int8_t*)scratch_memory, &outside);
    const int32_t ones = p->ones * nook_sum_bytes_dsp(in, p->depth), end = (at.group + 1) * channels;
    for (int32_t c = end - channels; c < end; c += 2) {
      const int8_t* const row = w + c * p->row;
      const int two = c + 1 < end;
      int32_t sums[2];
      nook_few_bits_two_sums(p, in, row, two ? row + p->row : row, sums);
      *y++ = nook_few_bits_level(p, marks, invert, c, p->both * sums[0] + ones);
      if (two) *y++ = nook_few_bits_level(p, marks, invert, c + 1, p->both * sums[1] + ones);
    }
  } while (nook_few_bits_next(&at));
}
