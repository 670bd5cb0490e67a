#pragma once
#include "nook/ops/shared/quantize.h"

namespace nook {

// TensorFlow Lite's QuantizeMultiplier() of double{a} * b / c, bit-exact, in 32-bit integers: on a core
// without double precision it takes a tenth of the instructions, few enough to repeat for every inference. a
// >= 0; b, c > 0 and finite.
Result<FixedScale> fixed_ratio(float a, float b, float c);

// The multiplier and shift of a * b * c * 2^exponent, rounded once; a, b > 0, finite and 0 < c < 2^16.
Result<FixedScale> fixed_product(float a, float b, uint32_t c, int32_t exponent);

// The same for a / b as a float, where TensorFlow Lite computes in single precision; a, b > 0, possibly
// infinite. Refuses results that are not positive numbers.
Result<FixedScale> fixed_quotient(float a, float b);

}  // namespace nook
