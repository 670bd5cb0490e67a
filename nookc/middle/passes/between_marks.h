#pragma once
#include <functional>

#include "nookc/graph/graph.h"

namespace nookc {

// Runs a pass on a graph with control flow: on each sequence of operators in which no branch or loop begins
// or ends, as on a network of its own. Its inputs are the tensors that exist before, its outputs those that
// are used elsewhere or after. Operators that write a value for the next iteration of a loop stay where they
// are, because earlier ones read the value of this iteration. A graph without control flow is one such
// sequence.
//
// Returns the number of changes.
int run_between_marks(Graph& graph, const std::function<int(Graph&)>& pass);

}  // namespace nookc
