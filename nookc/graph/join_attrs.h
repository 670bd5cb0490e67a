#pragma once
#include "nookc/graph/attrs.h"

namespace nookc {

// The attributes of a CONCATENATION. Defined in any_attrs.cc, which knows every operator.
Attrs concatenation(int32_t axis);

}  // namespace nookc
