#pragma once
#include "nook/interp/node.h"

namespace nook::interp {

// The inputs of an operator's scale tables: its first two operands and its result.
ScaleSource scales_of(const SubgraphView& graph, const Node& node);

}  // namespace nook::interp
