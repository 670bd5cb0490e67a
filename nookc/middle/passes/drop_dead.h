#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Per node: whether it exists and its results are used.
std::vector<bool> live_nodes(const Graph& graph);

// Erases nodes whose results are unused: no output is read, is an output of the graph, or keeps its value
// between inferences. Returns the number of erased nodes. Inputs of the graph stay even if unread: they are
// part of its interface.
int drop_dead(Graph& graph);

// Removes the tensors that neither a node nor the interface uses: an exporter would write them, and constants
// that passes replaced may be most of the file. Those that remain get other ids. Not for graphs with control
// flow.
void drop_unused_tensors(Graph& graph);

}  // namespace nookc
