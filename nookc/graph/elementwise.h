#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Whether an operator computes each element of its result from the elements at the same place in its
// operands, which are repeated as needed.
bool works_on_elements(nook::OpCode code);

}  // namespace nookc
