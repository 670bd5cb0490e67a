#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Marks the operators that need not move any bytes (Node::parts):
//
//   a -> CONCATENATION or PACK along the outermost axis -> y     a and b are written directly into y
//   b ->
//   x -> SLICE or STRIDED_SLICE of contiguous bytes -> y         y is read directly from x
//   x -> SPLIT, SPLIT_V or UNPACK along the outermost axis -> a  a and b are read directly from x
//                                                          -> b
//   x -> TRANSPOSE that moves size-1 dimensions, TILE by 1 -> y  y is x
//
// If only some results of a SPLIT can be views, it is cut into slices (cut_split.h). The outermost axis is
// the first with more than one element. All bytes are unchanged. The address of a part must not be determined
// by the application, the model or a placement constraint, and it may be part of only one whole. A whole
// lives longer than its parts, which must not raise the peak of live tensors. Returns the number of marked
// nodes; level.h drops marks whose parts are smaller than the whole if a plan with copies is smaller.
int make_views(Graph& graph);

}  // namespace nookc
