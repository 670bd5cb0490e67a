#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Gives every output of the graph its own bytes: an output that is an input, a constant, or listed twice gets
// a copy (a RESHAPE to the same shape). Returns the number of copies.
int insert_copies(Graph& graph);

}  // namespace nookc
