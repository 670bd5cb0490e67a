// Quantization of decision trees and other tables that comparisons look numbers up in: they stay float,
// because a rounded number may take another branch.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

bool compares_floats(const Graph& graph, const Node& node);

// Per node, whether it belongs to a decision tree or such a table: it looks up a result by comparisons,
// prepares the operands of these comparisons, or computes from such results only.
std::vector<bool> nodes_of_trees(const Graph& graph);

}  // namespace nookc
