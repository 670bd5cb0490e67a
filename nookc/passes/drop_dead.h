#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Erases nodes whose results nobody needs: none of their outputs is read, is an output of the graph, or keeps
// its value between inferences. Returns how many were erased. Inputs of the graph stay, also those nobody
// reads: they are part of its interface.
int drop_dead(Graph& graph);

}  // namespace nookc
