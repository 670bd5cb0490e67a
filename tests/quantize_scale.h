// TensorFlow Lite's computation of a multiplier, in doubles like the original: the reference for
// fixed_ratio().
#pragma once
#include <math.h>

#include "nook/core/quantize.h"

namespace test {

// kBadType if `scale` is negative, not finite, or at least 2^30.
inline nook::Result<nook::FixedScale> quantize_scale(double scale) {
  NOOK_REQUIRE(scale >= 0 && scale < 1073741824.0, nook::Code::kBadType);  // a NaN fails the first comparison
  if (scale == 0) return nook::FixedScale{};
  int exponent = 0;
  const double fraction = frexp(scale, &exponent);  // in [0.5, 1)
  int64_t q = static_cast<int64_t>(fraction * 2147483648.0 + 0.5);
  if (q == int64_t{1} << 31) q /= 2, ++exponent;
  if (exponent < -31) return nook::FixedScale{};  // rounds to zero
  NOOK_REQUIRE(exponent <= 30, nook::Code::kBadType);
  return nook::FixedScale{static_cast<int32_t>(q), exponent};
}

}  // namespace test
