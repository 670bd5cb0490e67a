// Attributes of dense layers that multiply floats by int8 weights, as any_attrs.h has others.
#pragma once
#include "nookc/graph/attrs.h"

namespace nookc {

// Whether the inputs are quantized with a zero point; null: another operator than FULLY_CONNECTED.
bool* asymmetric_of(Attrs& attrs);
const bool* asymmetric_of(const Attrs& attrs);

}  // namespace nookc
