#pragma once
#include "nook/core/quantize.h"

namespace nook {

// The scale of a mean of `count` elements, for their sum: the scale of an element divided by the count.
// Before the division the multiplier is shifted left as far as the count permits.
inline FixedScale scale_of_mean(const FixedScale& scale, int32_t count) {
  int32_t bits = 0;
  while (count >> bits > 1 && bits < 31 + scale.shift) ++bits;
  return {static_cast<int32_t>((int64_t{scale.multiplier} << bits) / count), scale.shift - bits};
}

}  // namespace nook
