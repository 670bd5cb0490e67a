#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// x -> SPLIT, SPLIT_V or UNPACK -> a       x -> STRIDED_SLICE -> a
//                               -> b  =>   x -> STRIDED_SLICE -> b
//
// for a node whose results are contiguous in x, at the offsets in `node.parts`. Each slice can then be a view
// or a copy by itself. Shifts the nodes after it.
void cut_split(Graph& graph, size_t node);

}  // namespace nookc
