// Quantizing beside control flow: what IF and WHILE run stays in floating point.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Per node: whether a branch or a loop runs it, or it writes bytes that they share with the graph around
// them.
std::vector<bool> nodes_inside(const Graph& graph);
// Per tensor: whether such a node writes it. Its values depend on which branch ran, and on which turn was
// last.
std::vector<bool> tensors_inside(const Graph& graph);

}  // namespace nookc
