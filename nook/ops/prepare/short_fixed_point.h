// 16-bit fixed-point arithmetic, as in TensorFlow Lite.
#pragma once
#include "nook/core/fixed_point.h"
#include "nook/core/quantize.h"

namespace nook {

// A 31-bit multiplier rounded to 15 bits.
inline int32_t short_multiplier(const FixedScale& scale) {
  return scale.multiplier >= INT32_MAX - (1 << 15) ? INT16_MAX : (scale.multiplier + (1 << 15)) >> 16;
}
// a * b / 2^15 to nearest, ties away from zero; b >= 0.
inline int32_t mul_high_16(int32_t a, int32_t b) {
  const int32_t product = a * b;
  return (product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15);
}
// x * 2^shift, saturated to 16 bits; shift in [0, 30].
inline int32_t shift_left_sat_16(int32_t x, int32_t shift) {
  const int64_t wide = int64_t{x} * (int64_t{1} << shift);
  return static_cast<int32_t>(wide < INT16_MIN ? INT16_MIN : wide > INT16_MAX ? INT16_MAX : wide);
}

}  // namespace nook
