#include "nook/kernels/dot/armv7em/unpack_for_sums_dsp.h"

#include <string.h>

#include "nook/kernels/dot/armv7em/bytes_dsp.h"

void nook_unpack_for_sums_dsp(const int8_t* x, int32_t size, uint32_t* words) {
  for (; size > 0; size -= 4, x += 4) {
    uint32_t four = 0;
    if (size >= 4)
      memcpy(&four, x, 4);
    else
      memcpy(&four, x, (size_t)size);
    *words++ = nook_even_bytes_alone(four);
    *words++ = nook_odd_bytes_alone(four);
  }
}

void nook_unpack_s16_for_sums_dsp(const int16_t* x, int32_t size, uint32_t* words) {
  for (; size >= 4; size -= 4, x += 4, words += 2) {
    uint32_t a, b;
    memcpy(&a, x, 4), memcpy(&b, x + 2, 4);
    words[0] = (a & 0xFFFFu) | b << 16;
    words[1] = a >> 16 | (b & 0xFFFF0000u);
  }
  if (size > 0) {
    uint16_t four[4] = {0, 0, 0, 0};
    memcpy(four, x, 2 * (size_t)size);
    words[0] = four[0] | (uint32_t)four[2] << 16, words[1] = four[1];
  }
}
