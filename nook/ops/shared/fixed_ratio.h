#pragma once
#include "nook/ops/shared/quantize.h"

namespace nook {

// quantize_scale(double{a} * b / c) to the bit, in 32-bit integers: on a core without a double precision unit
// a tenth of the instructions, and cheap enough to be done again for every inference. a >= 0; b, c > 0 and
// finite.
Result<FixedScale> fixed_ratio(float a, float b, float c);

// quantize_scale() of a / b as a float, where TensorFlow Lite computes in single precision; a, b > 0, perhaps
// infinite. Refuses what is no positive number.
Result<FixedScale> fixed_quotient(float a, float b);

}  // namespace nook
