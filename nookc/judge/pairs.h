#pragma once
#include <utility>
#include <vector>

#include "nookc/ir/graph.h"

namespace nookc {

// Nodes of two graphs that do the same, as indices in both, rising: as many as can be, of one operator and
// one shape of the first result, those of one name before others. What only changes the type of elements has
// no pair.
std::vector<std::pair<size_t, size_t>> pair_nodes(const Graph& a, const Graph& b);

}  // namespace nookc
