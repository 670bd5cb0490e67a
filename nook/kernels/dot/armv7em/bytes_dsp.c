#include "nook/kernels/dot/armv7em/bytes_dsp.h"

#include <string.h>

#include "nook/core/fixed_point.h"

void nook_clamp_bytes_dsp(int8_t* y, int32_t size, int32_t low, int32_t high) {
  const uint32_t lows = nook_all_bytes(low), highs = nook_all_bytes(high);
  for (; size >= 4; size -= 4, y += 4) {
    const uint32_t four = nook_smaller_bytes(nook_larger_bytes(nook_load_word(y), lows), highs);
    memcpy(y, &four, 4);
  }
  for (; size > 0; --size, ++y) *y = (int8_t)nook_clamp(*y, low, high);
}
