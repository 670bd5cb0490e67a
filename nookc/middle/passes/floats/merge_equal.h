#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Computes equal results once: of two nodes with the same operator, attributes, operands (or constants of
// equal bytes) and types of results, the second disappears, and its readers read the first. Not where a
// result of the second is an output of the graph, and no node with state. Preserves every byte. Returns the
// number of nodes that disappeared.
int merge_equal(Graph& graph);

}  // namespace nookc
