#pragma once
#include "nook/ops/shared/quantize.h"

namespace nook {

// The multiplier and shift that TensorFlow Lite's QuantizeMultiplier() makes of double{a} * b / c, to the
// bit, in 32-bit integers: on a core without a double precision unit a tenth of the instructions, and cheap
// enough to be done again for every inference. a >= 0; b, c > 0 and finite.
Result<FixedScale> fixed_ratio(float a, float b, float c);

// The multiplier and shift of a * b * c * 2^exponent, rounded once; a, b > 0, finite and 0 < c < 2^16.
Result<FixedScale> fixed_product(float a, float b, uint32_t c, int32_t exponent);

// The same of a / b as a float, where TensorFlow Lite computes in single precision; a, b > 0, perhaps
// infinite. Refuses what is no positive number.
Result<FixedScale> fixed_quotient(float a, float b);

}  // namespace nook
