#pragma once
#include <string>

#include "nookc/graph/graph.h"

namespace nookc {

// Checks the number of operands and results of a node, and that required operands are present: passes read
// them without checking. Returns the error, or an empty text.
std::string operand_counts(nook::OpCode code, const Node& node);

}  // namespace nookc
