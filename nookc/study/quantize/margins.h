// Padding with a value that only means "less than everything".
#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Whether the node is a PADV2 that pads with a value below -1e30 for a maximum that reads its result. The
// value does not belong to any range; the lowest integer represents it.
bool pads_with_least(const Graph& graph, const Node& node);

}  // namespace nookc
