#pragma once
#include "nook/core/quantize.h"

namespace nook {

// Every function here is defined for all floats. A factor of +0 or -0 results in a multiplier of 0. Infinity,
// NaN, negative numbers, a divisor of 0 and results of 2^30 or more are refused (kBadType).

// TensorFlow Lite's QuantizeMultiplier() of double{a} * b / c, bit-exact, in 32-bit integers: a core without
// double precision needs a tenth of the instructions, few enough to repeat this in every inference.
Result<FixedScale> fixed_ratio(float a, float b, float c);

// The multiplier and shift of a * b * c * 2^exponent, rounded once; c < 2^16, |exponent| <= 1000.
Result<FixedScale> fixed_product(float a, float b, uint32_t c, int32_t exponent);

// fixed_ratio() of a / b rounded to a float, where TensorFlow Lite computes in single precision. A quotient
// of 0 is refused too: an operator that divides this way cannot ignore its input.
Result<FixedScale> fixed_quotient(float a, float b);

}  // namespace nook
