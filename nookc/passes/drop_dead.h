#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Per node: whether it is there and somebody needs what it makes.
std::vector<bool> live_nodes(const Graph& graph);

// Erases nodes whose results are unused: none of their outputs is read, is an output of the graph, or keeps
// its value between inferences. Returns how many were erased. Inputs of the graph stay, also the unused
// reads: they are part of its interface.
int drop_dead(Graph& graph);

}  // namespace nookc
