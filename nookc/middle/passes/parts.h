#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// The offsets of the parts of a CONCATENATION, a SPLIT, a SLICE ... if they are contiguous in the whole;
// otherwise nothing.
std::vector<int32_t> parts_of(const Graph& graph, const Node& node);

// Whether the parts of such an operator can be contiguous, as its shapes and axis decide.
bool may_be_view(const Node& node);

}  // namespace nookc
