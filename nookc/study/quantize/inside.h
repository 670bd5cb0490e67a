// Quantization of graphs with control flow: operators inside IF and WHILE stay in floating point.
#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Per node: whether a branch or a loop runs it, or it writes bytes that they share with the surrounding
// graph.
std::vector<bool> nodes_inside(const Graph& graph);
// Per tensor: whether such a node writes it. Its values depend on which branch ran, and on which iteration
// was the last.
std::vector<bool> tensors_inside(const Graph& graph);

}  // namespace nookc
