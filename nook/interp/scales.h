#pragma once
#include "nook/interp/node.h"

namespace nook::interp {

// What the scale tables of an operator with weights are made from: its first two operands and its result.
ScaleSource scales_of(const SubgraphView& graph, const Node& node);

}  // namespace nook::interp
