#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// x -> SPLIT, SPLIT_V or UNPACK -> a       x -> STRIDED_SLICE -> a
//                               -> b  =>   x -> STRIDED_SLICE -> b
//
// of a node whose results lie one after the other in x, each at its place in `node.parts`. Each slice can
// then be a view or a copy of its own. Moves the nodes behind it.
void cut_split(Graph& graph, size_t node);

}  // namespace nookc
