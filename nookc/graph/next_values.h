#pragma once
#include <set>

#include "nookc/graph/graph.h"

namespace nookc {

// The tensors that are values for the next iteration of a loop: the nodes that make them write over the
// values of this iteration.
std::set<TensorId> next_values(const Graph& graph);

}  // namespace nookc
