// Quantization of decision trees: they stay float, because a rounded number may take another branch.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Per node: whether a comparison decides what it looks up, or it prepares the operands of such a comparison,
// or it computes with such results only.
std::vector<bool> nodes_of_trees(const Graph& graph);

}  // namespace nookc
