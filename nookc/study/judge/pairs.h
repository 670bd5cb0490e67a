#pragma once
#include <utility>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Pairs corresponding nodes of two graphs, as rising indices in both. The nodes of a pair have the same
// operator and the same shape of the first result. There are as many pairs as possible, and nodes with the
// same name are preferred. Operators that only convert the element type have no pair.
std::vector<std::pair<size_t, size_t>> pair_nodes(const Graph& a, const Graph& b);

}  // namespace nookc
