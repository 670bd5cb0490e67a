#pragma once
#include <string>

#include "nookc/ir/graph.h"

namespace nookc {

// Empty, or that a node has not as many operands and results as the operator has, those that it can't do
// without among them: passes read them without looking.
std::string operand_counts(nook::OpCode code, const Node& node);

}  // namespace nookc
