// Margins that stand for nothing.
#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// A PADV2 with a value below all others, as a maximum behind it wants: no part of any range. The least
// integer stands for it.
bool pads_with_least(const Graph& graph, const Node& node);

}  // namespace nookc
