#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Marks the operators that need not move anything (Node::parts):
//
//   a -> CONCATENATION or PACK along the outermost axis -> y     a and b are made where they are in y
//   b ->
//   x -> SLICE or STRIDED_SLICE of what lies together -> y       y is read where it is in x
//   x -> SPLIT, SPLIT_V or UNPACK along the outermost axis -> a  a and b are read where they are in x
//                                                          -> b
//   x -> TRANSPOSE that moves dimensions of 1, TILE by 1 -> y    y is x
//
// A SPLIT of which only some results can be views is cut into slices (cut_split.h). The outermost axis is
// the first of more than one element. Bytes stay as they are. A part must not be placed by the application,
// the model or a wish, and be in one whole only; nor may a whole that is there earlier, or longer, raise the
// peak of live tensors. Returns how many nodes it marked; nookc/level.h forgets those whose parts are
// smaller than the whole if a plan with copies is smaller.
int make_views(Graph& graph);

}  // namespace nookc
